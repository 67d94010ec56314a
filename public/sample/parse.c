/* From the text of a definition, `hill(x, y) = 3 * noise(x, y) - x / 2`, to a tree. A recursive descent: expressions
   consist of terms, terms of factors, and a factor may hold an expression in parentheses. */
#include "formula.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct function functions[MOST_FUNCTIONS];
int function_count;

static const char *cursor;
static struct function *current;

static struct node *parse_expression(void);
static void release_tree(struct node *tree);

static void fail(const char *expected) {
  fprintf(stderr, "islands: expected %s before: %s\n", expected, cursor);
  exit(1);
}

static int advance(char wanted) {
  while (isspace((unsigned char)*cursor)) cursor++;
  if (*cursor != wanted) return 0;
  cursor++;
  return 1;
}

static void expect(char wanted) {
  char expected[] = {wanted, 0};
  if (!advance(wanted)) fail(expected);
}

static struct node *new_node(enum kind kind, struct node *left, struct node *right) {
  struct node *node = calloc(1, sizeof *node);
  node->kind = kind;
  node->child[0] = left;
  node->child[1] = right;
  return node;
}

static void read_name(char *name) {
  int length = 0;
  advance(0);
  while (isalpha((unsigned char)*cursor) && length < NAME_LENGTH - 1) name[length++] = *cursor++;
  if (length == 0) fail("a name");
  name[length] = 0;
}

static struct node *read_number(void) {
  struct node *node = new_node(NUMBER, NULL, NULL);
  double digit = 1;
  while (isdigit((unsigned char)*cursor)) node->value = node->value * 10 + (*cursor++ - '0');
  if (*cursor == '.') {
    for (cursor++; isdigit((unsigned char)*cursor); cursor++) node->value += (digit /= 10) * (*cursor - '0');
  }
  return node;
}

static struct node *resolve(const char *name) {
  struct node *node = new_node(ARGUMENT, NULL, NULL);
  for (node->which = 0; node->which < current->arguments; node->which++) {
    if (strcmp(current->argument[node->which], name) == 0) return node;
  }
  node->kind = strcmp(name, "choose") == 0 ? CHOOSE : BUILTIN;
  for (node->which = 0; builtins[node->which].name; node->which++) {
    if (strcmp(builtins[node->which].name, name) == 0) return node;
  }
  if (node->kind == CHOOSE) return node;
  node->kind = DEFINED;
  for (node->which = 0; node->which < function_count; node->which++) {
    if (strcmp(functions[node->which].name, name) == 0) return node;
  }
  fail("a known name");
  return NULL;
}

static struct node *parse_factor(void) {
  char name[NAME_LENGTH];
  struct node *node;
  int child = 0;
  if (advance('-')) return new_node(SUBTRACT, new_node(NUMBER, NULL, NULL), parse_factor());
  if (advance('(')) {
    node = parse_expression();
    expect(')');
    return node;
  }
  if (isdigit((unsigned char)*cursor)) return read_number();
  read_name(name);
  node = resolve(name);
  if (node->kind == ARGUMENT) return node;
  expect('(');
  do {
    if (child == MOST_ARGUMENTS) fail("fewer arguments");
    node->child[child++] = parse_expression();
  } while (advance(','));
  expect(')');
  return node;
}

static struct node *parse_term(void) {
  struct node *left = parse_factor();
  for (;;) {
    if (advance('*')) left = new_node(MULTIPLY, left, parse_factor());
    else if (advance('/')) left = new_node(DIVIDE, left, parse_factor());
    else return left;
  }
}

static struct node *parse_expression(void) {
  struct node *left = parse_term();
  for (;;) {
    if (advance('+')) left = new_node(ADD, left, parse_term());
    else if (advance('-')) left = new_node(SUBTRACT, left, parse_term());
    else return left;
  }
}

/* Branches that hold nothing but numbers become the number they amount to. */
static struct node *fold_constants(struct node *tree) {
  int constant = tree->kind >= ADD && tree->kind <= DIVIDE;
  for (int child = 0; child < MOST_ARGUMENTS; child++) {
    if (!tree->child[child]) continue;
    tree->child[child] = fold_constants(tree->child[child]);
    if (tree->child[child]->kind != NUMBER) constant = 0;
  }
  if (!constant) return tree;
  struct node *folded = new_node(NUMBER, NULL, NULL);
  folded->value = evaluate(tree, NULL);
  release_tree(tree);
  return folded;
}

void define_function(const char *text) {
  cursor = text;
  if (function_count == MOST_FUNCTIONS) fail("fewer functions");
  current = &functions[function_count++];
  read_name(current->name);
  expect('(');
  for (current->arguments = 0; current->arguments < MOST_ARGUMENTS;) {
    read_name(current->argument[current->arguments++]);
    if (!advance(',')) break;
  }
  expect(')');
  expect('=');
  current->body = fold_constants(parse_expression());
  expect(0);
}

int count_nodes(const struct node *tree) {
  int count = 1;
  for (int child = 0; child < MOST_ARGUMENTS; child++) {
    if (tree->child[child]) count += count_nodes(tree->child[child]);
  }
  return count;
}

static void release_tree(struct node *tree) {
  for (int child = 0; child < MOST_ARGUMENTS; child++) {
    if (tree->child[child]) release_tree(tree->child[child]);
  }
  free(tree);
}

void forget_functions(void) {
  while (function_count > 0) release_tree(functions[--function_count].body);
}

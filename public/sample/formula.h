/* A small language of formulas, as islands.c uses it: text becomes a tree (parse.c), a tree a value (evaluate.c). */
#ifndef FORMULA_H
#define FORMULA_H

#include <stddef.h>

enum { NAME_LENGTH = 16, MOST_ARGUMENTS = 4, MOST_FUNCTIONS = 16 };

enum kind { NUMBER, ARGUMENT, ADD, SUBTRACT, MULTIPLY, DIVIDE, CHOOSE, BUILTIN, DEFINED };

struct node {
  enum kind kind;
  double value;                         /* NUMBER */
  int which;                            /* ARGUMENT, BUILTIN, DEFINED: position in its table */
  struct node *child[MOST_ARGUMENTS];
};

struct function {
  char name[NAME_LENGTH];
  char argument[MOST_ARGUMENTS][NAME_LENGTH];
  int arguments;
  struct node *body;
};

struct builtin {
  const char *name;
  int arguments;
  double (*compute)(const double *argument);
};

extern struct function functions[MOST_FUNCTIONS];
extern int function_count;
extern const struct builtin builtins[];

/* parse.c */
void define_function(const char *text);
void forget_functions(void);
int count_nodes(const struct node *tree);

/* evaluate.c */
double evaluate(const struct node *tree, const double *argument);
double call_function(const struct function *function, const double *argument);

#endif

/* The value of a tree. Functions known to the language are reached through a table of pointers; those a formula defines
   are trees themselves. */
#include "formula.h"

static double clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

static double raise_to(double base, int exponent) {
  if (exponent == 0) return 1;
  if (exponent % 2) return base * raise_to(base, exponent - 1);
  return raise_to(base * base, exponent / 2);
}

static double round_down(double value) {
  long whole = (long)value;
  return whole > value ? whole - 1 : whole;
}

static double power(const double *argument) { return raise_to(argument[0], (int)clamp(argument[1], 0, 64)); }

static double root(const double *argument) {
  double guess = argument[0] > 1 ? argument[0] : 1;
  if (argument[0] <= 0) return 0;
  for (int step = 0; step < 12; step++) guess = (guess + argument[0] / guess) / 2;
  return guess;
}

static double sine(const double *argument) {
  double turn = argument[0] / 6.283185307179586;
  double angle = (turn - round_down(turn + 0.5)) * 6.283185307179586;
  double term = angle, sum = angle;
  for (int step = 1; step < 10; step++) {
    term *= -angle * angle / (2 * step * (2 * step + 1));
    sum += term;
  }
  return sum;
}

static double absolute(const double *argument) { return argument[0] < 0 ? -argument[0] : argument[0]; }

static double minimum(const double *argument) { return argument[0] < argument[1] ? argument[0] : argument[1]; }

/* Heights at the corners of a grid, and between them smoothly: value noise. */
static double lattice_height(long column, long row) {
  unsigned long mixed = (unsigned long)column * 0x9e3779b97f4a7c15u + (unsigned long)row * 0xc2b2ae3d27d4eb4fu;
  for (int round = 0; round < 3; round++) {
    mixed ^= mixed >> 29;
    mixed *= 0xbf58476d1ce4e5b9u;
  }
  return (double)(mixed >> 40) / (1 << 24);
}

static double fade(double part) { return part * part * part * (part * (part * 6 - 15) + 10); }

static double between(double low, double high, double part) { return low + (high - low) * part; }

static double noise(const double *argument) {
  double column = round_down(argument[0]), row = round_down(argument[1]);
  double across = fade(argument[0] - column), down = fade(argument[1] - row);
  double above = between(lattice_height(column, row), lattice_height(column + 1, row), across);
  double below = between(lattice_height(column, row + 1), lattice_height(column + 1, row + 1), across);
  return between(above, below, down);
}

const struct builtin builtins[] = {
    {"noise", 2, noise}, {"sin", 1, sine}, {"root", 1, root}, {"power", 2, power},
    {"abs", 1, absolute}, {"min", 2, minimum}, {0},
};

double call_function(const struct function *function, const double *argument) {
  return evaluate(function->body, argument);
}

double evaluate(const struct node *tree, const double *argument) {
  double value[MOST_ARGUMENTS];
  int count = 0;
  switch (tree->kind) {
    case NUMBER: return tree->value;
    case ARGUMENT: return argument[tree->which];
    case CHOOSE: return evaluate(tree->child[evaluate(tree->child[0], argument) < 0 ? 1 : 2], argument);
    default: break;
  }
  for (; count < MOST_ARGUMENTS && tree->child[count]; count++) value[count] = evaluate(tree->child[count], argument);
  switch (tree->kind) {
    case ADD: return value[0] + value[1];
    case SUBTRACT: return value[0] - value[1];
    case MULTIPLY: return value[0] * value[1];
    case DIVIDE: return value[1] == 0 ? 0 : value[0] / value[1];
    case BUILTIN: return builtins[tree->which].compute(value);
    default: return call_function(&functions[tree->which], value);
  }
}

/* Calls through a table, a structure and an argument. */
#include "busy.h"

typedef int operation(int, int);

static KEEP int add(int left, int right) { SPEND(10); return left + right; }
static KEEP int subtract(int left, int right) { SPEND(20); return left - right; }
static KEEP int multiply(int left, int right) { SPEND(30); return left * right; }
static KEEP int negate(int left, int right) { (void)right; SPEND(5); return -left; }

static operation *const operations[] = {add, subtract, multiply, negate};

struct machine {
  operation *current;
  void (*choose)(struct machine *, int);
};

static KEEP void choose(struct machine *machine, int which) { machine->current = operations[which % 4]; }
static KEEP void choose_again(struct machine *machine, int which) { choose(machine, which + 1); }

KEEP int apply(operation *wanted, int times) {
  int value = 1;
  for (int round = 0; round < times; round++) value = wanted(value % 1000, round);
  return value;
}

int main(void) {
  struct machine machine = {add, choose};
  int sum = 0;
  for (int round = 0; round < 1600; round++) {
    machine.choose = round % 3 ? choose : choose_again;
    machine.choose(&machine, round);
    sum += apply(machine.current, 1 + round % 7);
  }
  return sum == 0;
}

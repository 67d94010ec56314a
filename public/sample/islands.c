/* Looks for an archipelago: writes thousands of variations of a formula, measures the land each describes, and prints a
   map of the one it likes best. */
#include "formula.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 76, HEIGHT = 24, COARSE = 6, VARIATIONS = 60000, TEXT_LENGTH = 128 };

static const char *const formulas[] = {
    "layers(x, y, n) = choose(n - 1, 0, noise(x, y) + layers(x * 2 + 7, y * 2 + %d, n - 1) / 2)",
    "ridge(x, y) = 1 - abs(2 * noise(x / 2 + %d, y / 2) - 1)",
    "swell(x, y) = sin(x * (3 / %d) + 2 * sin(y * (7 / 4)))",
    "away(x, y) = root(power(x - 3.2, 2) / 3 + power(y - 2, 2))",
    "land(x, y) = layers(x, y, 4) + ridge(x, y) / 2 + swell(x, y) / (5 + %d) - min(away(x, y), 3) / 2 - 0.7",
};

static double height[HEIGHT][WIDTH];
static char visited[HEIGHT][WIDTH];

static double clamp(double value, double low, double high) {
  return value < low ? low : value > high ? high : value;
}

static int next_random(unsigned long *state, int below) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (int)((*state >> 33) % (unsigned)below);
}

static void write_variation(unsigned long seed) {
  char text[TEXT_LENGTH];
  forget_functions();
  for (size_t formula = 0; formula < sizeof formulas / sizeof *formulas; formula++) {
    snprintf(text, sizeof text, formulas[formula], 2 + next_random(&seed, 40));
    define_function(text);
  }
}

static double height_at(int column, int row) {
  double place[MOST_ARGUMENTS] = {column / 12.0, row / 6.0};
  return clamp(call_function(&functions[function_count - 1], place), -1, 1);
}

static void raise_row(int row, int step) {
  for (int column = 0; column < WIDTH; column += step) height[row][column] = height_at(column, row);
}

static void raise_land(int step) {
  for (int row = 0; row < HEIGHT; row += step) raise_row(row, step);
}

/* Area of the island at this place that was not visited before. */
static int explore(int column, int row, int step) {
  if (column < 0 || column >= WIDTH || row < 0 || row >= HEIGHT) return 0;
  if (visited[row][column] || height[row][column] < 0) return 0;
  visited[row][column] = 1;
  return 1 + explore(column - step, row, step) + explore(column + step, row, step) +
         explore(column, row - step, step) + explore(column, row + step, step);
}

static int survey_islands(int *area, int step) {
  int islands = 0;
  memset(visited, 0, sizeof visited);
  for (int row = 0; row < HEIGHT; row += step) {
    for (int column = 0; column < WIDTH; column += step) {
      int found = explore(column, row, step);
      if (found > 0) area[islands++] = found;
    }
  }
  return islands;
}

static int compare_areas(const void *left, const void *right) {
  return *(const int *)right - *(const int *)left;
}

/* Steepness, averaged over the land. */
static double measure_slopes(int step) {
  double sum = 0;
  int places = 1;
  for (int row = step; row < HEIGHT; row += step) {
    for (int column = step; column < WIDTH; column += step) {
      double across = height[row][column] - height[row][column - step];
      double down = height[row][column] - height[row - step][column];
      if (height[row][column] < 0) continue;
      sum += across * across + down * down;
      places++;
    }
  }
  return sum / places;
}

/* Some islands, the three largest of like size, none touching the edge of taste. */
static double judge_land(int step) {
  static int area[WIDTH * HEIGHT];
  int islands = survey_islands(area, step);
  qsort(area, (size_t)islands, sizeof *area, compare_areas);
  if (islands < 3) return 0;
  return clamp(islands, 0, 7) * area[2] / area[0] + area[1] / 40.0 - measure_slopes(step);
}

static unsigned long find_archipelago(void) {
  unsigned long best = 0;
  double praise = -1;
  for (unsigned long seed = 1; seed <= VARIATIONS; seed++) {
    write_variation(seed);
    raise_land(COARSE);
    double judgement = judge_land(COARSE);
    if (judgement <= praise) continue;
    praise = judgement;
    best = seed;
  }
  return best;
}

static char letter_for(double value) {
  static const char letters[] = "   .~:on^A";
  return letters[(int)((value + 0.72) * 7)];
}

static void print_map(void) {
  for (int row = 0; row < HEIGHT; row++) {
    for (int column = 0; column < WIDTH; column++) putchar(letter_for(clamp(height[row][column], -0.7, 0.7)));
    putchar('\n');
  }
}

int main(void) {
  int nodes = 0;
  unsigned long seed = find_archipelago();
  write_variation(seed);
  raise_land(1);
  print_map();
  for (int function = 0; function < function_count; function++) nodes += count_nodes(functions[function].body);
  printf("variation %lu: %d functions, %d nodes\n", seed, function_count, nodes);
  forget_functions();
  return 0;
}

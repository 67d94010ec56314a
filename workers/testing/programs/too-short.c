/* Over before the first sample: counts but no time. */
static int twice(int value) { return value + value; }
static int four_times(int value) { return twice(twice(value)); }
static int countdown(int value) { return value > 0 ? countdown(value - 1) : four_times(1); }

int main(void) { return countdown(5) + four_times(3) == 0; }

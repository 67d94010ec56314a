/* Processes that begin with what their parent measured: works, forks children of the named kind, and works on. */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "busy.h"

KEEP static void load(void) { SPEND(30); }
KEEP static void parse(void) { SPEND(30); }
KEEP static void check(void) { SPEND(30); }
KEEP static void serve(void) { SPEND(1); }
KEEP static void report(void) { SPEND(30); }

static void repeat(int times, void (*work)(void))
{
    while (times-- > 0) work();
}

/* Runs `work` in a child, which may fork another. */
static void in_child(int times, void (*work)(void), int deeper)
{
    if (fork() != 0) return;
    repeat(times, work);
    if (deeper) in_child(times, report, 0);
    while (wait(NULL) > 0) {}
    exit(0);
}

int main(int argc, char **argv)
{
    const char *kind = argc > 1 ? argv[1] : "none";
    repeat(3000, load);
    repeat(2000, parse);
    repeat(1000, check);
    if (strcmp(kind, "siblings") == 0)
        for (int child = 0; child < 3; child++) in_child(50, serve, 0);
    if (strcmp(kind, "later") == 0)
        for (int child = 0; child < 3; child++) {
            in_child(50 + child, serve, 0);
            repeat(500, check);
        }
    if (strcmp(kind, "nested") == 0) in_child(50, serve, 1);
    while (wait(NULL) > 0) {}
    repeat(2000, report);
    return 0;
}

/*
 * The floor that our analysis is measured against: what the same work costs a plain C program that prints nothing.
 *
 *     read both files | choose and sort functions | map arcs | join cycles | pass time up
 *
 * Takes 64-bit little-endian ELF and one GNU gmon.out, both well formed. Prints a sum over all results, so that no
 * compiler can leave any of the work out.
 */
#include <elf.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>

static void die(const char *what) {
    fprintf(stderr, "floor: %s\n", what);
    exit(1);
}

static void *room(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (!memory) die("no memory");
    return memory;
}

static unsigned char *read_file(const char *path, size_t *size) {
    int file = open(path, O_RDONLY);
    struct stat stats;
    if (file < 0 || fstat(file, &stats) != 0) die(path);
    *size = stats.st_size;
    unsigned char *bytes = room(*size, 1);
    for (size_t done = 0; done < *size;) {
        ssize_t count = read(file, bytes + done, *size - done);
        if (count <= 0) die(path);
        done += count;
    }
    close(file);
    return bytes;
}

/* Functions, ascending by address; the arcs between them, each pair once. */
static uint32_t functions;
static uint64_t *address;
static double *self_ticks;
static uint32_t arcs;
static uint32_t *parent, *child;
static double *calls_along;

static int by_address(const void *left, const void *right) {
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;
    return (l > r) - (l < r);
}

static void read_symbols(const unsigned char *file) {
    const Elf64_Ehdr *header = (const void *)file;
    const Elf64_Shdr *sections = (const void *)(file + header->e_shoff);
    for (int s = 0; s < header->e_shnum; s++) {
        if (sections[s].sh_type != SHT_SYMTAB) continue;
        const Elf64_Sym *symbols = (const void *)(file + sections[s].sh_offset);
        size_t count = sections[s].sh_size / sizeof *symbols;
        address = room(count, sizeof *address);
        for (size_t i = 1; i < count; i++) {
            uint16_t section = symbols[i].st_shndx;
            if (section == SHN_UNDEF || section >= header->e_shnum) continue;
            if (ELF64_ST_TYPE(symbols[i].st_info) == STT_SECTION) continue;
            if (sections[section].sh_flags & SHF_EXECINSTR) address[functions++] = symbols[i].st_value;
        }
    }
    if (functions == 0) die("no functions");
    qsort(address, functions, sizeof *address, by_address);
    uint32_t kept = 1;
    for (uint32_t f = 1; f < functions; f++)
        if (address[f] != address[kept - 1]) address[kept++] = address[f];
    functions = kept;
    self_ticks = room(functions, sizeof *self_ticks);
}

/* The last function at or below; −1 below all. */
static int64_t function_at(uint64_t wanted) {
    uint32_t low = 0, high = functions;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        if (address[middle] <= wanted) low = middle + 1;
        else high = middle;
    }
    return (int64_t)low - 1;
}

static uint64_t word(const unsigned char *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint32_t half(const unsigned char *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static void take_histogram(const unsigned char *at, uint32_t bins) {
    uint64_t low = word(at), high = word(at + 8);
    double scale = (double)(high - low) / bins;
    int64_t f = 0;
    for (uint32_t bin = 0; bin < bins; bin++) {
        uint16_t ticks;
        memcpy(&ticks, at + 40 + 2 * bin, sizeof ticks);
        if (ticks == 0) continue;
        uint64_t where = low + (uint64_t)(scale * bin);
        while (f + 1 < functions && address[f + 1] <= where) f++;
        self_ticks[f] += ticks;
    }
}

static uint32_t *slots;
static uint32_t mask;

static void take_arc(const unsigned char *at) {
    int64_t from = function_at(word(at)), to = function_at(word(at + 8));
    if (from < 0 || to < 0) return;
    uint32_t slot = ((uint32_t)from * 0x9e3779b1u ^ (uint32_t)to * 0x85ebca6bu);
    slot = (slot ^ slot >> 15) & mask;
    for (; slots[slot] != 0; slot = (slot + 1) & mask) {
        uint32_t arc = slots[slot] - 1;
        if (parent[arc] != from || child[arc] != to) continue;
        calls_along[arc] += half(at + 16);
        return;
    }
    parent[arcs] = from;
    child[arcs] = to;
    calls_along[arcs] = half(at + 16);
    slots[slot] = ++arcs;
}

static void read_profile(const unsigned char *file, size_t size) {
    size_t most = size / 21;
    parent = room(most, sizeof *parent);
    child = room(most, sizeof *child);
    calls_along = room(most, sizeof *calls_along);
    mask = 1;
    while (mask < 2 * most) mask *= 2;
    slots = room(mask, sizeof *slots);
    mask--;
    for (size_t at = 20; at < size;) {
        if (file[at] == 0) {
            uint32_t bins = half(file + at + 17);
            take_histogram(file + at + 1, bins);
            at += 41 + 2 * (size_t)bins;
        } else if (file[at] == 1) {
            take_arc(file + at + 1);
            at += 21;
        } else die("a record of another kind");
    }
}

/* Arcs by one of their ends: those of function f are items[offsets[f]] up to items[offsets[f + 1]]. */
static void group(const uint32_t *ends, uint32_t **offsets, uint32_t **items) {
    uint32_t *first = *offsets = room(functions + 2, sizeof *first);
    *items = room(arcs, sizeof **items);
    for (uint32_t arc = 0; arc < arcs; arc++) first[ends[arc] + 2]++;
    for (uint32_t f = 0; f < functions; f++) first[f + 2] += first[f + 1];
    for (uint32_t arc = 0; arc < arcs; arc++) (*items)[first[ends[arc] + 1]++] = arc;
}

static uint32_t *by_parent, *arcs_of_parent;
/* A function's component, numbered callees first, and the functions in the order of their components. */
static uint32_t components;
static uint32_t *component, *in_order;

/* Tarjan's algorithm, without recursion. */
static void find_cycles(void) {
    uint32_t *number = room(functions, sizeof *number), *low = room(functions, sizeof *low);
    uint32_t *next = room(functions, sizeof *next), *path = room(functions, sizeof *path);
    uint32_t *open = room(functions, sizeof *open);
    uint32_t seen = 0, depth = 0, opened = 0, done = 0;
    component = room(functions, sizeof *component);
    in_order = room(functions, sizeof *in_order);
    for (uint32_t root = 0; root < functions; root++) {
        if (number[root] != 0) continue;
        path[depth++] = root;
        while (depth > 0) {
            uint32_t f = path[depth - 1];
            if (number[f] == 0) {
                number[f] = low[f] = ++seen;
                next[f] = by_parent[f];
                open[opened++] = f;
            }
            if (next[f] < by_parent[f + 1]) {
                uint32_t to = child[arcs_of_parent[next[f]++]];
                if (number[to] == 0) path[depth++] = to;
                else if (component[to] == 0 && number[to] < low[f]) low[f] = number[to];
                continue;
            }
            depth--;
            if (depth > 0 && low[f] < low[path[depth - 1]]) low[path[depth - 1]] = low[f];
            if (low[f] != number[f]) continue;
            components++;
            uint32_t member;
            do {
                member = open[--opened];
                component[member] = components;
                in_order[done++] = member;
            } while (member != f);
        }
    }
}

/* Each arc hands its parent the share of the child's time that its calls are of all calls of the child. */
static double pass_time(void) {
    double *calls = room(components + 1, sizeof *calls), *total = room(components + 1, sizeof *total);
    double *up_self = room(arcs, sizeof *up_self), *up_children = room(arcs, sizeof *up_children);
    double *children = room(components + 1, sizeof *children);
    for (uint32_t f = 0; f < functions; f++) total[component[f]] += self_ticks[f];
    for (uint32_t arc = 0; arc < arcs; arc++)
        if (component[parent[arc]] != component[child[arc]]) calls[component[child[arc]]] += calls_along[arc];
    double sum = 0;
    for (uint32_t nth = 0; nth < functions; nth++) {
        uint32_t f = in_order[nth];
        for (uint32_t at = by_parent[f]; at < by_parent[f + 1]; at++) {
            uint32_t arc = arcs_of_parent[at], to = component[child[arc]];
            if (to == component[f] || calls[to] == 0) continue;
            double share = calls_along[arc] / calls[to];
            up_self[arc] = total[to] * share;
            up_children[arc] = children[to] * share;
            children[component[f]] += up_self[arc] + up_children[arc];
            sum += up_self[arc];
        }
    }
    return sum;
}

int main(int count, char **arguments) {
    if (count != 3) die("takes a program and its gmon.out");
    size_t size;
    read_symbols(read_file(arguments[1], &size));
    unsigned char *profile = read_file(arguments[2], &size);
    read_profile(profile, size);
    uint32_t *by_child, *arcs_of_child;
    group(parent, &by_parent, &arcs_of_parent);
    group(child, &by_child, &arcs_of_child);
    find_cycles();
    printf("%u functions, %u arcs, %u components, %.3f\n", functions, arcs, components, pass_time());
    return 0;
}

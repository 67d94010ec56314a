// gprof on machines that are not here: a few C functions of ours override those of the libraries it is linked with. For
// what it says only where memory is plenty, where no clock is known, or where a library answers what it never does.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from './live-gprof.ts'

/** C that defines functions by their library's names. */
const SOURCES = {
  /** Gives gprof the 16 GiB that some damaged headers have it ask for and clear, without their being there. */
  memory: `
    #include <stddef.h>
    #include <sys/mman.h>
    void *__libc_malloc(size_t);
    #define LARGE ((size_t)1 << 30)
    void *malloc(size_t size) {
      void *at;
      if (size < LARGE) return __libc_malloc(size);
      at = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
      return at == MAP_FAILED ? 0 : at;
    }
    void *memset(void *start, int value, size_t size) {
      volatile unsigned char *byte = start;
      if (size < LARGE) while (size-- > 0) *byte++ = (unsigned char)value;
      return start;
    }`,
  /** Room before each block of memory: what is written before its beginning, as gprof does now and then, changes nothing. */
  apart: `
    #include <stddef.h>
    #include <string.h>
    void *__libc_malloc(size_t);
    void __libc_free(void *);
    #define ROOM 1024
    void *malloc(size_t size) {
      char *room = __libc_malloc(ROOM + size);
      if (!room) return 0;
      memset(room, 0, ROOM);
      *(size_t *)room = size;
      return room + ROOM;
    }
    void free(void *at) {
      if (at) __libc_free((char *)at - ROOM);
    }
    void *calloc(size_t count, size_t each) {
      size_t size;
      void *at = __builtin_mul_overflow(count, each, &size) ? 0 : malloc(size);
      return at ? memset(at, 0, size) : 0;
    }
    void *realloc(void *old, size_t size) {
      void *at = malloc(size);
      if (at && old) {
        size_t had = *(size_t *)((char *)old - ROOM);
        memcpy(at, old, had < size ? had : size);
        free(old);
      }
      return at;
    }`,
  /** A machine without a known number of clock ticks per second. */
  clockless: `long sysconf(int what) { (void)what; return 0; }`,
  /** A library that finds programs to have addresses of 16 bits. */
  narrow: `int bfd_get_arch_size(void *file) { (void)file; return 16; }`,
} as const

/** Compiles into the folder; answers the environment in which gprof is so deceived. */
export async function forced(
  what: keyof typeof SOURCES,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const [source, library] = [join(folder, `${what}.c`), join(folder, `${what}.so`)]
  await writeFile(source, SOURCES[what])
  const { status, stderr } = await runTool('gcc', [
    '-O1',
    '-fno-builtin',
    '-shared',
    '-fPIC',
    '-o',
    library,
    source,
  ])
  if (status !== 0) throw new Error(stderr)
  return { LD_PRELOAD: library }
}

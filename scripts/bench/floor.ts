// Compiles floor.c, the lower bound of the benchmark: the analysis in C.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Compiles floor.c and returns the program's path. Runs from the root of the tree, as the benchmark
 * does.
 */
export function compileFloor(folder: string): string {
  const program = join(folder, 'floor')
  execFileSync('gcc', ['-O2', '-o', program, 'scripts/bench/floor.c'], { stdio: 'inherit' })
  return program
}

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Compiles floor.c and answers where the program is. Runs from the root of the tree, as the benchmark does. */
export function compileFloor(folder: string): string {
  const program = join(folder, 'floor')
  execFileSync('gcc', ['-O2', '-o', program, 'scripts/bench/floor.c'], { stdio: 'inherit' })
  return program
}

// Files of the command line → an opened profile, or a problem in words.
import type { Scenario } from '../core/analysis/scenario.ts'
import { openProfile, type Opened } from '../core/pipeline.ts'
import { ProblemError } from '../core/problems/problem-error.ts'
import type { Problem } from '../core/problems/problem.ts'
import { problemText } from '../core/reports/problem-text.ts'
import { openFileSource } from './file-source.ts'

/** Where a command writes. */
export interface CommandLineIo {
  readonly stdout: (bytes: Uint8Array) => void
  readonly stderr: (bytes: Uint8Array) => void
}

/** Errors: ProblemError. */
export async function openFiles(files: readonly string[], scenario: Scenario): Promise<Opened> {
  const sources = []
  try {
    for (const file of files) sources.push(await openFileSource(file))
    const options = { withoutNames: false, scenario, shift: 0, strict: false }
    const result = await openProfile(sources, options, () => {})
    if (!result.ok) throw new ProblemError(result.problem.problem)
    return result.value
  } finally {
    for (const source of sources) await source.close()
  }
}

/** A wrong word on the command line. */
export class UsageError extends Error {}

/** Tells what went wrong and answers the exit status; what is a bug of ours passes on. */
export function complain(error: unknown, io: CommandLineIo): number {
  if (error instanceof UsageError) io.stderr(Buffer.from(`gmonscope: ${error.message}\n`))
  else if (error instanceof ProblemError) io.stderr(Buffer.from(`gmonscope: ${sentence(error.problem)}\n`))
  else throw error
  return 1
}

function sentence(problem: Problem): string {
  const { title, explanation, remedy } = problemText(problem)
  return [title, explanation, remedy].filter((part) => part !== '').join('\n  ')
}

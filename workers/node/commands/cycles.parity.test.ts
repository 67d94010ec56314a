// `gmonscope cycles --as-gprof` prints what this machine's gprof prints of the same entries.
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runGprof } from '../../testing/gprof/live-gprof.ts'
import { runCommand } from '../../testing/gprof/our-command.ts'

const inFolder = (name: string): string =>
  fileURLToPath(new URL(`../../testing/manual-cycle/${name}`, import.meta.url))

const RULE = `${'-'.repeat(47)}\n`

it.each([
  ['abc', 'abc.gmon'],
  ['two', 'two.g1.gmon'],
  ['two', 'two.g2.gmon'],
])('prints the entries of %s and %s as gprof does', async (program, profile) => {
  const files = [inFolder(program), inFolder(profile)]
  const { out } = await runCommand(['cycles', '--as-gprof', '--graph', ...files])
  const { stdout } = await runGprof(['-b', '-q', ...files])
  expect(stdout.split('\f')[0]).toBe(out.toString('latin1'))
  const some = (await runCommand(['cycles', '--as-gprof', '--members', ...files])).out.toString('latin1')
  const entries = some.split(RULE)
  expect(entries.length).toBeGreaterThan(3)
  for (const entry of entries.slice(1)) expect(stdout).toContain(entry)
})

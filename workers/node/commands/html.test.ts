// The HTML file goes where a browser finds it. What is in it, scripts/pack.mjs and e2e/one-file.spec.ts look at.
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { runCommand } from '../../testing/gprof/our-command.ts'

// The built page may not be there.
vi.mock('../one-file.ts', async (original) => ({
  ...(await original<typeof import('../one-file.ts')>()),
  oneFile: () => Promise.resolve(['<!doctype', ' html>']),
}))

const SAMPLE = fileURLToPath(new URL('../../../public/sample/', import.meta.url))

it('is written into a pipe, and not over a terminal', async () => {
  const words = ['html', `${SAMPLE}islands`, `${SAMPLE}gmon.out`]
  const piped = await runCommand(words)
  expect({ status: piped.status, out: piped.out.toString() }).toEqual({ status: 0, out: '<!doctype html>' })
  const shown = await runCommand(words, { stdout: true, stderr: true })
  expect({ status: shown.status, out: shown.out.toString() }).toEqual({ status: 2, out: '' })
  expect(shown.err.toString()).toContain('name a file with -o, or write into a pipe')
})

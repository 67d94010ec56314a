// The HTML file is written where a browser finds it. scripts/pack.mjs and e2e/one-file.spec.ts
// check its contents.
import { expect, it, vi } from 'vitest'
import { runAsText } from '../../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../../testing/sample-files.ts'

// The built page may be missing.
vi.mock('../one-file.ts', async (original) => ({
  ...(await original<typeof import('../one-file.ts')>()),
  oneFile: () => Promise.resolve(['<!doctype', ' html>']),
}))

it('is written into a pipe, and not over a terminal', async () => {
  const words = ['html', PROGRAM, PROFILE]
  const piped = await runAsText(words)
  expect(piped).toEqual({ status: 0, out: '<!doctype html>', err: '' })
  const shown = await runAsText(words, { stdout: true, stderr: true })
  expect(shown).toMatchObject({ status: 2, out: '' })
  expect(shown.err).toContain('name a file with -o, or write into a pipe')
})

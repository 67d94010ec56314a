// `gmonscope summary` on a program with a cycle.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCyclicProgram } from '../../testing/builders/cyclic-program.ts'
import { runAsText } from '../../testing/gprof/our-command.ts'

let folder = ''
let files: readonly string[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-summary-'))
  files = writeCyclicProgram(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('gmonscope summary', () => {
  const run = async (...args: string[]) => (await runAsText(['summary', ...args, ...files])).out

  it('prints a sentence a line', async () => {
    const lines = (await run()).trimEnd().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.length).toBeLessThanOrEqual(6)
    expect(lines[0]).toMatch(/^\w+ takes \d+\.\d% of the time /)
    expect(lines.filter((line) => line.startsWith('Cycle 1 ('))).toHaveLength(1)
  })

  it('prints a Markdown list', async () => {
    const lines = (await run('--markdown')).trimEnd().split('\n')
    expect(lines.every((line) => line.startsWith('- '))).toBe(true)
    expect(lines[0]).toMatch(/`\w+`/)
  })

  it('takes a scenario: without the cycle, no sentence about it', async () => {
    expect(await run('--cut', 'factor/expr', '--cut=factor/list')).not.toContain('Cycle')
  })
})

// The progress line in a terminal.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { progressOn } from './progress.ts'

describe('progress', () => {
  afterEach(() => void vi.unstubAllEnvs())

  const drawn = (stderr: boolean): string => {
    let text = ''
    let now = 0
    const isTerminal = { stdout: false, stderr }
    const io = {
      stdout: () => {},
      stderr: (bytes: Uint8Array) => (text += Buffer.from(bytes).toString()),
      isTerminal,
    }
    const progress = progressOn(io, () => now)
    for (; now < 1000; now += 10)
      progress.onProgress({ stage: 'profiles', file: 'x', done: now, total: 1000 })
    progress.end()
    return text
  }

  it('is one line of a terminal, now and then, and gone in the end', () => {
    vi.stubEnv('TERM', 'xterm')
    const text = drawn(true)
    expect(text).toContain('gmonscope: reading profiles 40%')
    expect(text.split('\r').length).toBeLessThan(12)
    expect(text.endsWith('\r\u001B[K')).toBe(true)
  })

  it('is nothing in a pipe, nor where a line cannot be taken away', () => {
    expect(drawn(false)).toBe('')
    vi.stubEnv('TERM', 'dumb')
    expect(drawn(true)).toBe('')
  })
})

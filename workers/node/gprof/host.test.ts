// Reading a stream to its end.
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readToEnd } from './host.ts'

describe('readToEnd', () => {
  it('takes all there is', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gmonscope-host-'))
    try {
      const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251)
      writeFileSync(join(folder, 'file'), bytes)
      const descriptor = openSync(join(folder, 'file'), 'r')
      expect(Buffer.from(readToEnd(descriptor)).equals(bytes)).toBe(true)
      closeSync(descriptor)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('gives up on what never ends, before memory does', () => {
    const descriptor = openSync('/dev/zero', 'r')
    expect(() => readToEnd(descriptor, 5_000_000)).toThrow('EFBIG')
    closeSync(descriptor)
  })
})

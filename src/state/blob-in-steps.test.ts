// Making a Blob from pieces in steps.
import { describe, expect, it } from 'vitest'
import { blobInSteps } from './blob-in-steps.ts'

describe('a file put together in steps', () => {
  it('holds its pieces in their order, texts as UTF-8', async () => {
    const blob = await blobInSteps(['é', new Uint8Array([0x2d]), '', new Uint8Array(0), 'x'], 'text/plain')
    expect(await blob.text()).toBe('é-x')
    expect(blob.type).toBe('text/plain')
  })

  it('is whole where a piece is taken apart, and where a piece is part of a larger buffer', async () => {
    const whole = Uint8Array.from({ length: 5_000_000 }, (_, at) => at % 251)
    const blob = await blobInSteps([whole.subarray(3)], 'application/octet-stream')
    const bytes = new Uint8Array(await blob.arrayBuffer())
    expect(bytes.length).toBe(whole.length - 3)
    expect(bytes.every((byte, at) => byte === whole[at + 3])).toBe(true)
  })

  it('keeps the characters of a text that is taken apart', async () => {
    for (const before of ['', 'x']) {
      const text = `${before}${'😀'.repeat(700_000)}`
      expect(await (await blobInSteps([text], 'text/plain')).text()).toBe(text)
    }
  })

  it('leaves time for everything else', async () => {
    let others = 0
    const timer = setInterval(() => others++)
    function* slowly(): Iterable<string> {
      for (let piece = 0; piece < 20; piece++) {
        const until = performance.now() + 3
        while (performance.now() < until);
        yield 'piece'
      }
    }
    const blob = await blobInSteps(slowly(), 'text/plain')
    clearInterval(timer)
    expect(blob.size).toBe(100)
    expect(others).toBeGreaterThan(3)
  })
})

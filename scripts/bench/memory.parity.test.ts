import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { childrenOf, heldBy, NOTHING, watchMemory } from './memory.ts'

const HELD = 64 * 2 ** 20

describe('memory of a process', () => {
  it('is that of its program, and its own', () => {
    const { resident, own } = heldBy(process.pid)
    expect(own).toBeGreaterThan(1)
    // Node's program alone takes dozens of megabytes.
    expect(resident - own).toBeGreaterThan(10)
  })

  it('is nothing once it has ended', () => {
    expect(heldBy(2 ** 30)).toEqual(NOTHING)
    expect(childrenOf(2 ** 30)).toEqual([])
  })

  it('is watched for the most of it', async () => {
    const program = `const held = Buffer.alloc(${HELD}, 1)
      process.stdout.write('held')
      process.stdin.on('data', () => process.exit(held.at(0) - 1))`
    const child = spawn(process.execPath, ['-e', program])
    const watch = watchMemory(() => childrenOf(process.pid).filter((pid) => pid === child.pid))
    try {
      await once(child.stdout, 'data')
      const { resident, own } = watch.most(child.pid ?? 0)
      expect(own).toBeGreaterThan(HELD / 1e6)
      expect(resident).toBeGreaterThan(own)
      expect(watch.most(1 + (child.pid ?? 0))).toEqual(NOTHING)
    } finally {
      watch.end()
      child.stdin.end('end')
      await once(child, 'exit')
    }
  })
})

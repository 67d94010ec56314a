// Options of the engine that the running Node accepts.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { CHOICES } from './engine-options.ts'

const [major = ''] = process.versions.node.split('.')
/** Options for the running engine; none if it was never measured. */
const choices = CHOICES.get(major) ?? []

it.each(choices)('up to $upTo bytes: sets nothing that the engine at hand complains of', ({ option }) => {
  const program = `require('node:v8').setFlagsFromString('${option}')`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 })
})

it('the engines of long support are measured, and for more work another choice is left', () => {
  expect([...CHOICES.keys()]).toEqual(['20', '22', '24', '26'])
  for (const [version, made] of CHOICES) {
    const sizes = made.map(({ upTo }) => upTo)
    expect(sizes, version).toEqual(sizes.toSorted((a, b) => a - b))
    expect(new Set(sizes).size, version).toBe(sizes.length)
  }
})

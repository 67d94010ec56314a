import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { OPTIONS } from './short-work.ts'

const [major = ''] = process.versions.node.split('.')
/** Of the engine at hand; none if it is one that nobody has measured. */
const options = Object.entries(OPTIONS.get(major) ?? {}).filter(([, option]) => option !== null)

it.each(options)('%s: sets nothing that the engine at hand complains of', (_size, option) => {
  const program = `require('node:v8').setFlagsFromString('${option}')`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 })
})

it('the engines of long standing are measured', () => {
  for (const [version, { small }] of OPTIONS) expect(small, version).toMatch(/^--/)
  expect([...OPTIONS.keys()]).toEqual(expect.arrayContaining(['20', '22']))
})

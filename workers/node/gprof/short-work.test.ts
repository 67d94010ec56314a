import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { OPTIONS } from './short-work.ts'

it('sets nothing that the engine at hand complains of', () => {
  const [major = ''] = process.versions.node.split('.')
  const option = OPTIONS.get(major)
  if (option === undefined) return
  const program = `require('node:v8').setFlagsFromString('${option}')`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 })
})

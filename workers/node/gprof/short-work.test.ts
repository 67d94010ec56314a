import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { OPTIONS } from './short-work.ts'

it.each(['small', 'middling'] as const)('%s: sets nothing that the engine at hand complains of', (size) => {
  const [major = ''] = process.versions.node.split('.')
  const option = OPTIONS.get(major)?.[size]
  if (typeof option !== 'string') return
  const program = `require('node:v8').setFlagsFromString('${option}')`
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' })
  expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: '', status: 0 })
})

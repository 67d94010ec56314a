// How scripts handle their arguments.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const run = (argument: string) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'serve.mjs'), argument], { encoding: 'utf8' })

it('prints what it takes', () => {
  const { status, stdout, stderr } = run('--help')
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^Usage: node scripts\/serve\.mjs /)
})

it('reports a wrong argument in a line', () => {
  const { status, stdout, stderr } = run('--prot')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^Unknown option '--prot'\nUsage: [^\n]+\n$/)
})

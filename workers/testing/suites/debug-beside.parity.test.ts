// Every command finds split-off debugging information where gprof does.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { requireTools, runTool } from '../gprof/live-gprof.ts'
import { runAsText, runCommand } from '../gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../sample-files.ts'

let folder = ''
beforeAll(async () => {
  await requireTools(['objcopy', 'strip'])
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-debug-'))
  const [whole, debug, prog] = ['whole', 'prog.debug', 'prog'].map((name) => join(folder, name))
  copyFileSync(PROGRAM, whole)
  await runTool('objcopy', ['--only-keep-debug', whole, debug])
  await runTool('strip', ['-o', prog, whole])
  await runTool('objcopy', [`--add-gnu-debuglink=${debug}`, prog])
})
afterAll(() => rmSync(folder, { recursive: true }))

const csv = async (...files: string[]): Promise<string> => {
  const { out, ...ended } = await runAsText(['csv', ...files, PROFILE])
  expect(ended).toEqual({ status: 0, err: '' })
  return out
}

it('beside the program, in its folder .debug, or named', async () => {
  const [prog, debug] = [join(folder, 'prog'), join(folder, 'prog.debug')]
  const whole = await csv(join(folder, 'whole'))
  expect(await csv(prog)).toBe(whole)
  expect(await csv(debug, prog)).toBe(whole)
  mkdirSync(join(folder, '.debug'))
  copyFileSync(debug, join(folder, '.debug/prog.debug'))
  rmSync(debug)
  expect(await csv(prog)).toBe(whole)
  const { out } = await runCommand(['json', prog, PROFILE])
  expect(out.toString()).toContain(JSON.stringify(join(folder, '.debug/prog.debug')))
})

it('not if it is no regular file', async () => {
  const place = mkdtempSync(join(folder, 'pipe-'))
  const [prog, debug] = [join(place, 'prog'), join(place, 'prog.debug')]
  await runTool('objcopy', ['--only-keep-debug', PROGRAM, debug])
  await runTool('strip', ['-g', '-o', prog, PROGRAM])
  await runTool('objcopy', [`--add-gnu-debuglink=${debug}`, prog])
  const expected = await csv(prog)
  rmSync(debug)
  // Opening a pipe without a writer would block.
  await runTool('mkfifo', [debug])
  expect(await csv(prog)).toBe(expected)
  expect(await runCommand(['gprof', '-b', '-l', '-p', prog, PROFILE])).toMatchObject({ status: 0 })
})

it('not if it is of another program', async () => {
  await runTool('objcopy', ['--only-keep-debug', '/bin/true', join(folder, '.debug/prog.debug')])
  const { status, err } = await runCommand(['csv', join(folder, 'prog'), PROFILE])
  expect({ status, err: err.toString() }).toEqual({
    status: 1,
    err: expect.stringContaining('no function') as string,
  })
})

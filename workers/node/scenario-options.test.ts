// Names of functions in options: raw, or without the underscore that compilers for 32-bit Windows
// add.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildGmon } from '../testing/builders/build-gmon.ts'
import { buildPe } from '../testing/builders/build-pe.ts'
import { runCommandLine } from './command-line.ts'

const BASE = 0x40_1000
const FUNCTIONS = ['_main', '__main', '_work', 'bare', '_etext']
const at = (f: number): number => BASE + 0x40 * f

let folder = ''
let files: readonly string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-names-'))
  files = [join(folder, 'prog.exe'), join(folder, 'gmon.out')]
  const [program = '', profile = ''] = files
  await writeFile(
    program,
    buildPe({ wide: false, symbols: FUNCTIONS.map((name, f) => ({ name, value: 0x40 * f })) }),
  )
  const arc = (parent: number, child: number) =>
    ({ kind: 'arc', from: at(parent) + 9, self: at(child) + 1, count: 5 }) as const
  const bins = new Uint16Array(0x40).fill(3)
  const histogram = { kind: 'histogram', low: BASE, high: BASE + 0x100, bins } as const
  await writeFile(
    profile,
    buildGmon({ wordSize: 4, records: [histogram, arc(0, 1), arc(0, 2), arc(1, 2), arc(2, 3)] }),
  )
})
afterAll(() => rm(folder, { recursive: true }))

async function csv(...options: readonly string[]): Promise<string> {
  let out = ''
  const status = await runCommandLine(['csv', ...options, ...files], {
    stdout: (bytes) => (out += Buffer.from(bytes).toString()),
    stderr: () => {},
  })
  return `${status}\n${out}`
}

it.each([
  [
    ['--cut', 'main/work'],
    ['--cut', '_main/_work'],
  ],
  [
    ['--cut', 'work/bare', '--exclude-time', 'work'],
    ['--cut', '_work/bare', '--exclude-time', '_work'],
  ],
  [
    ['--only', 'work', '--exclude', 'main'],
    ['--only', '_work', '--exclude', '_main'],
  ],
])('%s is %s', async (written, raw) => {
  expect(await csv(...written)).toBe(await csv(...raw))
  expect(await csv(...written)).toMatch(/^0\n/)
  expect(await csv(...written)).not.toBe(await csv())
})

it('takes what is a raw name for that', async () => {
  expect(await csv('--cut', '_main/work')).toBe(await csv('--cut', '_main/_work'))
  expect(await csv('--exclude', 'nobody')).toMatch(/^2\n/)
})

// Places where split-off debugging information is looked for, in order.
import { expect, it } from 'vitest'
import { memorySource } from '../core/bytes/byte-source.ts'
import type { RawExecutable } from '../core/formats/format.ts'
import { readExecutable } from '../core/formats/registry.ts'
import { program } from '../testing/builders/small-program.ts'
import { findDebugFile } from './find-debug-file.ts'
import { SystemError, type FileSystem } from './gprof/host.ts'

const ID = 'ea79299d8dbaa4f2b4061bb388db351ab4ed6821'
const BY_ID = `.build-id/ea/${ID.slice(2)}.debug`
/** As GNU gprof 2.40 for Debian is observed to open them. */
const PLACES = [
  BY_ID,
  `.debug/${BY_ID}`,
  `/usr/lib/debug/${BY_ID}`,
  `/usr/lib/debug/usr/${BY_ID}`,
  `/usr/lib/x86_64-linux-gnu/debug/${BY_ID}`,
  'bin/prog.debug',
  'bin/.debug/prog.debug',
  '/usr/lib/debug/srv/me/prog.debug',
  '/usr/lib/debug/usr/srv/me/prog.debug',
  '/usr/lib/x86_64-linux-gnu/debug/srv/me/prog.debug',
]
const LINK = Uint8Array.from([...Buffer.from('prog.debug\0\0'), 1, 2, 3, 4])

interface Look {
  readonly image?: string
  readonly link?: Uint8Array
  readonly platform?: NodeJS.Platform
}

async function look(
  more: Partial<RawExecutable>,
  { image = 'bin/prog', link: content = LINK, platform = 'linux' }: Look = {},
): Promise<readonly string[]> {
  const opened: string[] = []
  const files: FileSystem = {
    open: (name) => {
      opened.push(name)
      throw new SystemError('ENOENT')
    },
    realPath: () => '/srv/me/prog',
  }
  const raw = await readExecutable(memorySource('prog', program()))
  const link = { name: '.gnu_debuglink', offset: 0, size: content.length, compressed: false }
  const whole = { ...raw, buildId: ID, debugSections: [link], ...more }
  expect(await findDebugFile(image, memorySource('prog', content), whole, files, platform)).toBeNull()
  return opened
}

it('by build id, then by name', async () => {
  expect(await look({})).toEqual(PLACES)
})

it('by name alone', async () => {
  expect(await look({ buildId: '' })).toEqual(PLACES.slice(5))
})

it('by build id alone', async () => {
  expect(await look({ debugSections: [] })).toEqual(PLACES.slice(0, 5))
})

it('nowhere, for a program that has its own', async () => {
  const info = { name: '.debug_info', offset: 0, size: 1, compressed: false }
  expect(await look({ debugSections: [info] })).toEqual([])
})

it('nowhere in a folder, or on another machine, that only the program names', async () => {
  const places = (name: string, platform: NodeJS.Platform): Promise<readonly string[]> => {
    const link = Uint8Array.from([...Buffer.from(`${name}\0`.padEnd(16, '\0')), 1, 2, 3, 4])
    return look({ buildId: '' }, { image: 'prog', link, platform })
  }
  expect(await places('../../pipe', 'linux')).toEqual([])
  expect(await places('/dev/zero', 'linux')).toEqual([])
  expect(await places('a\\b:c', 'linux')).toContain('a\\b:c')
  for (const name of ['\\\\host\\a.dbg', '..\\a', 'a/b', 'c:a'])
    expect(await places(name, 'win32')).toEqual([])
  const named = await look({ buildId: '' }, { image: '//build/share/prog', platform: 'win32' })
  expect(named).toContain('//build/share/prog.debug')
})

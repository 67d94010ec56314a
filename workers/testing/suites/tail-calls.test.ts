// Tail calls in AArch64 code made by hand: from the arcs and the code to the notice and the labels, and through a saved profile.
import { expect, it } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { open } from '../small-opening.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import type { Opened } from '../../core/pipeline/open-profile.ts'
import { displayName } from '../../core/names/names.ts'
import { staticCallText } from '../../core/reports/static-calls.ts'
import { contentOf } from '../../core/saved/content.ts'
import { saveProfile } from '../../core/saved/save.ts'
import type { ArcIndex } from '../../core/profile/call-graph-profile.ts'

const BASE = 0x400000
const SPACING = 0x40
const NAMES = ['_mcount', 'main', 'other', 'middle', 'leaf', '__libc_start_main'] as const
type Name = (typeof NAMES)[number]
const start = (name: Name): number => BASE + SPACING * NAMES.indexOf(name)

/** A function calls `_mcount` with its second instruction, and branches with its fifth. */
const CALL = 4
const BRANCH = 16
const BL = 0x94000000
const B = 0x14000000

/** `main` calls `other`, which calls `middle`, which ends in a branch with `last` to `leaf`. */
function program(last: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(NAMES.length * SPACING)
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length; at += 4) view.setUint32(at, 0xd503201f, true)
  const branch = (opcode: number, from: Name, at: number, to: Name): void => {
    const place = start(from) + at
    view.setUint32(place - BASE, (opcode | (((start(to) - place) / 4) & 0x3ffffff)) >>> 0, true)
  }
  for (const name of ['main', 'other', 'middle', 'leaf'] as const) branch(BL, name, CALL, '_mcount')
  branch(BL, 'main', BRANCH, 'other')
  branch(BL, 'other', BRANCH, 'middle')
  branch(last, 'middle', BRANCH, 'leaf')
  return buildElf({
    machine: 183,
    text: { address: BASE, bytes },
    symbols: NAMES.map((name) => ({ name, address: start(name) })),
  })
}

/** A run of that program: ten calls of each function, and 200 samples in `leaf`. */
function profile(callerOfLeaf: Name): Uint8Array<ArrayBuffer> {
  const arc = (from: Name, self: Name) => ({
    kind: 'arc' as const,
    from: Math.floor((start(from) + BRANCH + 4) / 16) * 16,
    self: start(self) + CALL + 4,
    count: 10,
  })
  const bins = Array.from({ length: (NAMES.length * SPACING) / 4 }, (_, bin) =>
    bin === (start('leaf') - BASE) / 4 + 8 ? 200 : 0,
  )
  const high = BASE + NAMES.length * SPACING
  return buildGmon({
    records: [
      { kind: 'histogram', low: BASE, high, rate: 100, bins },
      arc('main', 'other'),
      arc('other', 'middle'),
      arc(callerOfLeaf, 'leaf'),
    ],
  })
}

const scenario = { ...EMPTY_SCENARIO, staticArcs: true }
const openRun = (last: number, callerOfLeaf: Name): Promise<Opened> =>
  open([memorySource('prog', program(last)), memorySource('gmon.out', profile(callerOfLeaf))], { scenario })

/** Static arcs with their labels. */
function labels({ analyzed }: Opened): readonly string[] {
  const { functions, arcs, recordedArcs } = analyzed.profile
  return Array.from({ length: arcs.length - recordedArcs }, (_, row) => {
    const arc = (recordedArcs + row) as ArcIndex
    const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
    return `${displayName(functions, parent)} -> ${displayName(functions, child)}: ${staticCallText(analyzed, parent, child)}`
  })
}

it('a branch without link that was taken is a tail call', async () => {
  const opened = await openRun(B, 'other')
  expect(opened.notices).toEqual([
    { code: 'tail-calls', arcs: 1, calls: 10, caller: 'other', jumper: 'middle', callee: 'leaf' },
  ])
  expect(labels(opened)).toEqual(['middle -> leaf: tail call, taken'])
})

it('is one in a saved profile, too', async () => {
  const saved = await saveProfile(contentOf(await openRun(B, 'other'), { scenario, view: '' }))
  const again = await open([memorySource('prog.gmonscope', saved)], { scenario })
  expect(labels(again)).toEqual(['middle -> leaf: tail call, taken'])
})

it('a branch with link is a call', async () => {
  const opened = await openRun(BL, 'middle')
  expect(opened.notices).toEqual([])
  expect(labels(opened)).toEqual([])
})

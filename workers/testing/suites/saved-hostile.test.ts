// Hostile saved profiles: cut, changed or malicious. Each ends in a problem or a consistent
// profile, and takes no more memory than its size warrants.
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { randomFrom } from '../random/random.ts'
import {
  bomb,
  lengthOf,
  openBytes,
  openLargeCase,
  outcomeOf,
  packed,
  putTogether,
  savedBytes,
  takeApart,
  type SavedParts,
} from '../saved-files.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { asArray, asColumn } from '../../core/base/columns.ts'
import { contentOf } from '../../core/saved/content.ts'
import { saveProfile } from '../../core/saved/save.ts'
import { checkAnalysis } from '../check-analysis.ts'
import { LARGEST, MAGIC, VERSION } from '../../core/formats/saved-profile/types.ts'
import type { ArcIndex, FunctionIndex } from '../../core/profile/call-graph-profile.ts'
import { checkProfile } from '../check-profile.ts'
import { effort, someOf } from '../effort.ts'

let file: Uint8Array<ArrayBuffer>
let parts: SavedParts

beforeAll(async () => {
  const { opened } = await openLargeCase({ functions: 40, arcs: 90, seed: 3 })
  file = await savedBytes(opened)
  parts = takeApart(file)
})

/** The header with one value changed: `path` as in "profile.functions". */
function changed(path: string, value: unknown): Uint8Array {
  const header = structuredClone(parts.header)
  const keys = path.split('.')
  let at = header
  for (const key of keys.slice(0, -1)) at = at[key] as Record<string, unknown>
  at[keys.at(-1) ?? ''] = value
  return putTogether({ ...parts, header })
}

interface Column {
  readonly name: string
  readonly length: number
  readonly bytes: number
}

const columns = (): Column[] => parts.header['columns'] as Column[]

/** The file with other bytes in one column. */
function withColumn(name: string, bytes: Uint8Array, change: object = {}): Uint8Array {
  let at = 0
  const pieces: Uint8Array[] = []
  const entries = columns().map((column) => {
    const piece = parts.columns.subarray(at, at + column.bytes)
    at += column.bytes
    pieces.push(column.name === name ? bytes : piece)
    return column.name === name ? { ...column, bytes: bytes.length, ...change } : column
  })
  return putTogether({ header: { ...parts.header, columns: entries }, columns: Buffer.concat(pieces) })
}

describe('a saved profile that is not what it says', () => {
  it('put together again as it was is opened', async () => {
    expect(await outcomeOf(putTogether(parts))).toBe('opened')
  })

  it('cut anywhere is reported as damaged', async () => {
    for (let length = MAGIC.length; length < file.length; length += effort(1, 10))
      expect(await outcomeOf(file.subarray(0, length)), `cut at ${length}`).toBe('saved/damaged')
  })

  it('cut anywhere before it was compressed is reported as damaged', async () => {
    const content = gunzipSync(file.subarray(MAGIC.length))
    for (let length = 0; length < content.length; length += effort(7, 70))
      expect(await outcomeOf(packed(content.subarray(0, length))), `cut at ${length}`).toBe('saved/damaged')
  })

  it('with any byte changed is reported as damaged, unless the byte only fills up', async () => {
    const original = await openBytes({ x: file })
    let opened = 0
    const random = randomFrom(5)
    for (let round = 0; round < effort(400); round++) {
      const bytes = file.slice()
      const at = random.between(MAGIC.length + 10, bytes.length - 1)
      bytes[at] = (bytes[at] + random.between(1, 255)) % 256
      const result = await openBytes({ x: bytes })
      if (result.ok) {
        // Unused bits at the end of the compressed data.
        expect(original).toMatchObject({ value: { contents: { plain: result.value.contents.plain } } })
        opened++
      } else expect(result.problem.problem.code).toBe('saved/damaged')
    }
    expect(opened).toBeLessThan(4)
  })

  it('with bytes changed before it was compressed is damaged, or a profile that holds together', async () => {
    const random = randomFrom(6)
    const content = gunzipSync(file.subarray(MAGIC.length))
    const seen = new Set<string>()
    for (let round = 0; round < effort(600); round++) {
      const bytes = Uint8Array.from(content)
      for (let times = random.between(1, 3); times > 0; times--)
        bytes[random.below(bytes.length)] = random.below(256)
      const result = await openBytes({ x: packed(bytes) })
      seen.add(result.ok ? 'opened' : result.problem.problem.code)
      if (!result.ok) continue
      checkProfile(result.value.contents.plain)
      checkAnalysis(result.value.analyzed)
    }
    expect([...seen].filter((code) => !/^(opened|saved\/.*)$/.test(code))).toEqual([])
    expect(seen.has('opened') && seen.has('saved/damaged')).toBe(true)
  })

  it('of a listing, with bytes changed before it was compressed, is damaged, or holds together', async () => {
    const random = randomFrom(7)
    const golden = await readFile(new URL('../golden-saved/islands-v2.gmonscope', import.meta.url))
    const content = gunzipSync(golden.subarray(MAGIC.length))
    const header = 4 + content.readUInt32LE(0)
    const seen = new Set<string>()
    for (let round = 0; round < effort(600); round++) {
      const bytes = Uint8Array.from(content)
      const from = round % 2 === 0 ? 0 : header
      for (let times = random.between(1, 3); times > 0; times--)
        bytes[random.between(from, bytes.length - 1)] = random.below(256)
      const result = await openBytes({ x: packed(bytes) })
      seen.add(result.ok ? 'opened' : result.problem.problem.code)
      if (result.ok) checkProfile(result.value.contents.plain)
    }
    expect([...seen].filter((code) => !/^(opened|saved\/.*)$/.test(code))).toEqual([])
    expect(seen.has('opened') && seen.has('saved/damaged')).toBe(true)
  })

  it.each([
    ['profile.functions', 42],
    ['profile.functions', 4_000_000_000],
    ['profile.functions', -1],
    ['profile.functions', '40'],
    ['profile.arcs', 1],
    ['profile.totals.runs', null],
    ['profile.dimension', '\u2028'],
    ['sources', { files: 3 }],
    ['possible', { arcs: 3 }],
    ['histograms', { wordSize: 8, bigEndian: false, records: [] }],
    ['files', {}],
    ['scenario.cutArcs', [{ parent: 'a' }]],
    ['scenario.faster', [{ name: 'a', factor: 1 }]],
    ['scenario.faster', [{ name: 'a', factor: 1e7 }]],
    ['scenario.faster', [{ name: 'a' }]],
    ['view', 7],
    ['format', 'another'],
    ['columns', []],
  ])('whose header says %s = %j is reported as damaged', async (path, value) => {
    expect(await outcomeOf(changed(path, value))).toBe('saved/damaged')
  })

  it.each([
    ['functions.address', 'delta', [2, 2, 1]],
    ['functions.names.length', 'varint', [0xff, 0xff, 0xff, 0xff, 0x7f]],
    ['arcs.parent', 'delta', [0x80]],
    ['arcs.child', 'f64', [0, 0, 0, 0, 0, 0, 0xf8, 0x7f]],
  ])('whose column %s lies is reported as damaged', async (name, encoding, start) => {
    const { bytes, length } = columns().find((column) => column.name === name) ?? { bytes: 0, length: 0 }
    const wrong = new Uint8Array(encoding === 'f64' ? 8 * length : bytes)
    wrong.set(start)
    expect(await outcomeOf(withColumn(name, wrong, { encoding }))).toBe('saved/damaged')
  })

  it('whose addresses are no whole numbers is reported as damaged', async () => {
    const { length } = columns().find(({ name }) => name === 'functions.address') ?? { length: 0 }
    const bytes = new Uint8Array(Float64Array.from({ length }, (_, f) => f + 0.5).buffer)
    expect(await outcomeOf(withColumn('functions.address', bytes, { encoding: 'f64' }))).toBe('saved/damaged')
  })

  it('with two arcs between the same functions is reported as damaged', async () => {
    const { opened } = await openLargeCase({ functions: 40, arcs: 90, seed: 3 })
    const content = contentOf(opened, { scenario: EMPTY_SCENARIO, view: '' })
    const { arcs } = content.plain
    const [parent, child] = [asArray(arcs.parent), asArray(arcs.child)]
    const other = parent.findIndex((from, arc) => arc > 0 && from !== parent[0] && child[arc] === child[0])
    expect(other).toBeGreaterThan(0)
    // The same caller as the first arc has; the callee's calls stay the same.
    const twice = {
      ...arcs,
      parent: asColumn<ArcIndex, FunctionIndex, 'Int32Array'>(parent.with(other, parent[0])),
    }
    const saved = await saveProfile({ ...content, plain: { ...content.plain, arcs: twice } })
    expect(await outcomeOf(saved)).toBe('saved/damaged')
  })

  it('of a later version says so', async () => {
    expect(await outcomeOf(changed('version', VERSION + 1))).toBe('saved/newer-version')
  })

  it('with notices that are not known counts them', async () => {
    const strange = [{ code: 'from-the-future' }, { code: 'few-samples', samples: {}, rate: 1 }, 7]
    const opened = await openBytes({ x: changed('notices', strange) })
    expect(opened).toMatchObject({ value: { notices: [{ code: 'saved-notices-unknown', notices: 3 }] } })
  })

  it('that announces gigabytes is refused before they are there', async () => {
    const huge = columns().map((column, at) => (at === 0 ? { ...column, bytes: LARGEST } : column))
    expect(
      await outcomeOf(putTogether({ header: { ...parts.header, columns: huge }, columns: new Uint8Array() })),
    ).toBe('saved/too-large')
  })

  it('that inflates to a gigabyte stops at what it announced, or at what its header may have', async () => {
    const json = Buffer.from(JSON.stringify(parts.header))
    const bombs = [
      bomb(Buffer.concat([lengthOf(json), json])),
      ...someOf([15 << 20, 0xffffffff]).map((length) => bomb(lengthOf({ length }))),
    ]
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const timer = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }, 1)
    for (const made of bombs) expect(await outcomeOf(made)).toBe('saved/damaged')
    clearInterval(timer)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThan(128 << 20)
  })
})

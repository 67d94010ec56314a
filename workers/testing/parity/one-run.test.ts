// One run of several, opened alone: what gprof prints of that file alone, byte for byte.
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeDocument } from '../../browser/write-document.ts'
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { memorySource } from '../../core/bytes/byte-source.ts'
import type { RunName } from '../../core/profile-view.ts'
import { openProfile, type Opened } from '../../core/pipeline/open-profile.ts'
import { runGprof, runTool } from '../gprof/live-gprof.ts'
import { profileProgram, type Profiled } from '../run-program.ts'

const RUNS = [
  ['900', '0'],
  ['0', '700'],
  ['300', '300'],
]

let folder = ''
let profiled: Profiled = { executable: '', profiles: [] }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-one-run-'))
  const program = { name: '', compiler: 'gcc' as const, sources: ['weighted-runs.c'], flags: [] }
  profiled = await profileProgram({ ...program, runs: RUNS, options: [] }, folder)
})
afterAll(() => rm(folder, { recursive: true }))

async function openRun(paths: readonly string[], run?: RunName): Promise<Opened> {
  const sources = await Promise.all(
    paths.map(async (path) => memorySource(basename(path), new Uint8Array(await readFile(path)))),
  )
  const wishes = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
  const result = await openProfile(sources, run ? { ...wishes, run } : wishes, () => {})
  if (!result.ok) throw new Error(result.problem.problem.code)
  return result.value
}

async function listingOf(opened: Opened): Promise<string> {
  const { pieces } = await writeDocument(opened, 'gprof', { possible: null, lines: null })
  return await new Blob([...pieces]).text()
}

/** Explanations are in words of our own. */
const theirs = async (profile: string): Promise<string> =>
  (await runGprof(['-b', profiled.executable, profile])).stdout

describe('one run of several', () => {
  it.each([0, 1, 2])('is what gprof prints of its file: %i', async (at) => {
    const { executable, profiles } = profiled
    const profile = profiles[at] ?? ''
    const opened = await openRun([profiles[0] ?? '', executable, ...profiles.slice(1)], {
      name: basename(profile),
      nth: 1,
    })
    expect(await listingOf(opened)).toBe(await theirs(profile))
    expect(opened.files.map(({ name }) => name).toSorted()).toEqual([basename(profile), 'program'].toSorted())
  })

  it('is found among runs of the same name, and in an archive', async () => {
    const { executable, profiles } = profiled
    const ranks: string[] = []
    for (const [rank, profile] of profiles.entries()) {
      const place = join(folder, `rank${rank}`)
      await mkdir(place)
      await cp(profile, join(place, 'gmon.out'))
      ranks.push(join(place, 'gmon.out'))
    }
    const ranked = await openRun([executable, ...ranks], { name: 'gmon.out', nth: 3 })
    expect(await listingOf(ranked)).toBe(await theirs(profiles[2] ?? ''))

    const archive = join(folder, 'ranks.tar.gz')
    const members = profiles.map((profile) => basename(profile))
    expect((await runTool('tar', ['czf', archive, ...members], { folder })).status).toBe(0)
    const packed = await openRun([executable, archive], { name: basename(profiles[1] ?? ''), nth: 1 })
    expect(await listingOf(packed)).toBe(await theirs(profiles[1] ?? ''))
  })

  it('that is no profile any more says what it is now', async () => {
    const { executable, profiles } = profiled
    const sources = [executable, ...profiles].map(async (path, at) => {
      const bytes = new Uint8Array(await readFile(path))
      return memorySource(basename(path), at === 2 ? new Uint8Array(0) : bytes)
    })
    const wishes = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
    const given = await Promise.all(sources)
    const name = basename(profiles[1] ?? '')
    const emptied = await openProfile(given, { ...wishes, run: { name, nth: 1 } }, () => {})
    expect(emptied).toMatchObject({
      ok: false,
      problem: { problem: { code: 'input/empty-file', file: name } },
    })
    const gone = await openProfile(given, { ...wishes, run: { name: 'gmon.9', nth: 1 } }, () => {})
    expect(gone).toMatchObject({ ok: false, problem: { problem: { code: 'input/empty-file', file: name } } })
    const [program] = given
    const alone = await openProfile(program ? [program] : [], { ...wishes, run: { name, nth: 1 } }, () => {})
    expect(alone).toMatchObject({ ok: false, problem: { problem: { code: 'bytes/unreadable', file: name } } })
  })
})

// Opens the profiles named on gprof's command line one after another, and adds them up.
import type { ByteSource } from '../../core/bytes/byte-source.ts'
import type { RawExecutable } from '../../core/formats/format.ts'
import { isGnu } from '../../core/formats/gmon/layouts.ts'
import { ReadBuffers, readProfile } from '../../core/formats/gmon/read.ts'
import { problemOf } from '../../core/inputs/candidates.ts'
import { profilesInText } from '../../core/inputs/identify-text.ts'
import { readRuns } from '../../core/pipeline/read-runs.ts'
import type { Problem } from '../../core/problems/problem.ts'
import { GprofSum } from './gprof-sum.ts'
import type { GprofHost, OpenedFile } from './host.ts'
import { fail, GprofFailure, incompatible, missingBins, orFail, problemMessage } from './messages.ts'
import type { Image } from './open-image.ts'
import type { GprofOptions } from './options.ts'

const FORMATS = { auto: 'auto', magic: 'gnu', bsd: 'bsd', '4.4bsd': '4.4bsd' } as const

/**
 * Reads all profiles and returns their sum.
 *
 * @throws GprofFailure at the first one that gprof refuses
 */
export async function sumRuns(options: GprofOptions, image: Image, host: GprofHost): Promise<GprofSum> {
  const sum = new GprofSum(options, image, host)
  const { format } = options
  const room = new ReadBuffers()
  await readRuns(openEach(options, host), {
    read: ({ source }) =>
      readProfile(source, image.raw, () => {}, {
        format: format === 'prof' ? 'auto' : FORMATS[format],
        gprofQuirks: true,
        room,
      }),
    add: (profile, { file, moreFollow }) => sum.add(profile, file, moreFollow),
    async onRefused(error, { source, file }) {
      if (error instanceof GprofFailure) throw error
      const problem = problemOf(error)
      // Checked later than whether it matches the first file.
      if (problem.code === 'gmon/bad-bsd-header' && sum.profiles.histograms.records.length > 0)
        fail(incompatible(file))
      return fail((await cutBsdHeader(problem, source, image.raw)) ?? problemMessage(problem, file))
    },
  })
  room.detachBuffers()
  return sum
}

/** A profile whose turn it is to be read. */
interface Turn {
  readonly source: ByteSource
  /** As named on the command line. */
  readonly file: string
  readonly moreFollow: boolean
}

async function* openEach({ profiles, format }: GprofOptions, host: GprofHost): AsyncGenerator<Turn> {
  const { progress } = host
  const total = profiles.length
  try {
    for (const [done, file] of profiles.entries()) {
      if (total > 1) progress?.onProgress({ stage: 'profiles', file, done, total })
      if (format === 'prof') fail("gprof: sorry, file format `prof' is not yet supported\n")
      const opened = orFail(file, () => (file === '-' ? host.standardInput() : host.open(file)))
      try {
        const sources = await profilesIn(opened, file, format)
        for (const [at, source] of sources.entries())
          yield { source, file, moreFollow: done + 1 < total || at + 1 < sources.length }
      } finally {
        opened.close()
      }
    }
  } finally {
    progress?.end()
  }
}

/**
 * Returns the file itself or, for a text, which gprof refuses, the profiles that a board dumped
 * as text.
 */
async function profilesIn(
  { source, kind }: OpenedFile,
  file: string,
  format: GprofOptions['format'],
): Promise<readonly ByteSource[]> {
  const start = await source.read(0, Math.min(4, source.size))
  if (start.length > 0 && !isGnu(start) && start.every(isOfText)) {
    const dumps = await openTextProfiles(source)
    if (dumps.length > 0) return dumps
  }
  if (kind === 'pipe' && source.size >= 20 && format === 'auto' && !isGnu(start))
    fail(`${file}: Illegal seek\n`)
  return [source]
}

/** A printable character or a line break. */
const isOfText = (byte: number): boolean =>
  (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9

async function openTextProfiles(source: ByteSource): Promise<readonly ByteSource[]> {
  try {
    const found = await profilesInText(source, { sources: [source] }, () => {})
    for (const { file } of found) {
      const problem = file.problem ?? file.damage
      if (problem) return await refuseText(problem)
    }
    return found.map((one) => one.source)
  } catch (error) {
    const problem = problemOf(error)
    if (error instanceof GprofFailure || problem.code === 'bug') throw error
    return refuseText(problem)
  }
}

/** For problems without a message in gprof. */
async function refuseText(problem: Problem): Promise<never> {
  const { problemText } = await import('../../core/reports/messages/problems.ts')
  const { title, explanation } = problemText(problem)
  return fail(`gprof: ${title}. ${explanation}\n`)
}

/** gprof accepts a 4.4BSD header that lacks only spare bytes and reports missing bins. */
async function cutBsdHeader(
  problem: Problem,
  source: ByteSource,
  { wordSize, bigEndian }: RawExecutable,
): Promise<string | null> {
  if (problem.code !== 'gmon/truncated-record' || problem.what !== 'header') return null
  if (problem.found < 2 * wordSize + 12) return null
  const bytes = await source.read(2 * wordSize, 4)
  const size = new DataView(bytes.buffer).getUint32(0, !bigEndian)
  return missingBins(0, Math.floor((size - problem.expected) / 2))
}

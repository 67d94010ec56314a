// What lies between gprof's sum and its analysis: gmon.sum, static arcs and the choice of reports.
import type { RawExecutable } from '../../core/formats/format.ts'
import { buildProfile } from '../../core/profile/build-profile.ts'
import type { CallGraphProfile } from '../../core/profile/call-graph-profile.ts'
import { addStaticArcs, canScan } from '../../core/profile/gprof-static-arcs.ts'
import type { GprofSum } from './gprof-sum.ts'
import type { GprofHost } from './host.ts'
import { fail, orFail } from './messages.ts'
import type { Image } from './open-image.ts'
import type { GprofOptions, Style } from './options.ts'

/** The profile, and the reports to print of it. */
export interface GprofProfile {
  readonly profile: CallGraphProfile
  readonly styles: ReadonlySet<Style>
}

/**
 * Writes gmon.sum if requested, adds static arcs if requested, and builds the profile.
 *
 * @throws GprofFailure if the profiles lack what is to be printed
 */
export async function buildGprofProfile(
  summed: GprofSum,
  options: GprofOptions,
  image: Image,
  host: GprofHost,
): Promise<GprofProfile> {
  const { profiles: sum } = summed
  const { symbols, raw, text, sources } = image
  const { hasArcs } = sum
  const hasHistogram = sum.histograms.records.length > 0
  const styles = chooseStyles(options, hasHistogram, hasArcs)
  if (styles.has('sum')) await writeSum(summed, options, image, host)
  if (options.staticCalls && hasArcs) {
    if (!canScan(raw.machine) || (options.asHost && !isOfHost(raw)))
      host.stderr(`gprof: -c not supported on architecture ${architectureOf(raw)}\n`)
    else if (text) addStaticArcs(raw.machine, text, symbols, sum.histograms.records, sum.arcs)
  }
  if (styles.has('flat') && !hasHistogram) fail('gprof: gmon.out file is missing histogram\n')
  if (styles.has('graph') && !hasArcs) fail('gprof: gmon.out file is missing call-graph data\n')
  return { profile: { ...buildProfile(sum.result()), sources }, styles }
}

async function writeSum(
  { profiles, blocks, hasBlocks }: GprofSum,
  { format, wide }: GprofOptions,
  { raw, symbols }: Image,
  host: GprofHost,
): Promise<void> {
  const { writeGmonSum } = await import('../../core/profile/write-gmon-sum.ts')
  const summed = {
    layout: raw,
    symbols,
    histograms: profiles.histograms,
    arcs: profiles.arcs.result(),
    blocks: hasBlocks ? blocks.result() : null,
  }
  const bytes = writeGmonSum(summed, {
    format: format === 'bsd' || format === '4.4bsd' ? format : 'gnu',
    wide,
  })
  orFail('gmon.sum', () => host.write('gmon.sum', bytes))
}

/**
 * Decides what to print: what was requested; else what the profiles contain, without the styles
 * that options mention.
 */
function chooseStyles(options: GprofOptions, hasHistogram: boolean, hasArcs: boolean): ReadonlySet<Style> {
  if (options.styles.size > 0) return options.styles
  const styles = new Set<Style>()
  if (hasHistogram) styles.add('flat')
  if (hasArcs) styles.add('graph')
  if (!hasHistogram && !hasArcs) styles.add('exec')
  for (const style of options.mentioned) styles.delete(style)
  return styles
}

/** Whether the program is one for the host of the reference, x86-64. */
const isOfHost = ({ machine }: RawExecutable): boolean => machine === 3 || machine === 62

/** Name of the processor in gprof's library, which has names only for those it was built for. */
function architectureOf({ machine, wordSize }: RawExecutable): string {
  if (machine === 3) return 'i386'
  if (machine === 62) return wordSize === 8 ? 'i386:x86-64' : 'i386:x64-32'
  return 'unknown'
}

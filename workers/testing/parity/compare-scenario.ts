// A scenario of a pair of files, printed here and by the machine's own gprof.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { analyzeProfile } from '../../core/analysis/analyze-profile.ts'
import type { GprofOptions } from '../../core/analysis/scenario/gprof-options.ts'
import type { Scenario } from '../../core/analysis/scenario/scenario.ts'
import type { CallGraphProfile } from '../../core/profile/call-graph-profile.ts'
import { listProfile } from '../../core/reports/listing/listing.ts'
import { writeFlatProfile } from '../../core/reports/text/flat-text.ts'
import { writeCallGraph } from '../../core/reports/text/graph-text.ts'
import { writeIndex } from '../../core/reports/text/name-index.ts'
import { listingDifference, runGprof } from '../gprof/live-gprof.ts'
import type { CaseFiles } from '../random/random-case.ts'
import { writtenText } from '../gprof/written-text.ts'

const WIDTH = 80

export interface ScenarioCase {
  readonly files: CaseFiles
  /** What the scenario starts from. */
  readonly profile: CallGraphProfile
  readonly scenario: Scenario
}

function print(profile: CallGraphProfile, scenario: Scenario): string {
  const analyzed = analyzeProfile(profile, scenario)
  const input = { analyzed, listing: listProfile(analyzed) }
  return writtenText((out) => {
    if (profile.hasHistogram) {
      writeFlatProfile(input, out)
      out.text('\f\n')
    }
    writeCallGraph(input, out)
    writeIndex(input, WIDTH, out)
  })
}

/** Null if gprof with these options, `passes` coming first, prints what the scenario prints here; else the difference. */
export async function compareScenario(
  { files, profile, scenario }: ScenarioCase,
  { passes, options }: Pick<GprofOptions, 'passes' | 'options'>,
): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-scenario-'))
  try {
    const paths = ['program', ...files.profiles.map((_, at) => `gmon.${at}`)].map((name) =>
      join(folder, name),
    )
    const all = [files.executable, ...files.profiles]
    await Promise.all(all.map((bytes, at) => writeFile(paths[at] ?? folder, bytes)))
    const styles = profile.hasHistogram ? ['-p', '-q'] : ['-q']
    const words = (list: readonly string[]): string[] =>
      list.map((option) => Buffer.from(option, 'latin1').toString())
    const [program = '', ...given] = paths
    let data = given
    for (const pass of passes) {
      await runGprof(['-s', ...words(pass), program, ...data], { folder })
      data = [join(folder, 'gmon.sum')]
    }
    const theirs = await runGprof(['-b', ...styles, ...words(options), program, ...data])
    return listingDifference(theirs, { status: 0, stdout: print(profile, scenario), stderr: '' })
  } finally {
    await rm(folder, { recursive: true })
  }
}

// Opened profiles of random programs with debugging information, and what their lines are read from.
import { EMPTY_SCENARIO } from '../../core/analysis/scenario/scenario.ts'
import { type ByteSource, memorySource } from '../../core/bytes/byte-source.ts'
import { type Opened, openProfile } from '../../core/pipeline/open-profile.ts'
import { type LinesInput, linesInputOf } from '../../core/pipeline/read-lines.ts'
import { buildCase, randomCase } from './random-case.ts'
import { randomLines } from './random-lines.ts'
import { randomFrom } from './random.ts'
import { effort } from '../effort.ts'

const options = { withoutNames: false, scenario: EMPTY_SCENARIO, shift: 0 }
const SEEDS = effort(100, 20)

export interface OpenedWithLines {
  readonly opened: Opened
  readonly profiles: readonly ByteSource[]
  readonly input: LinesInput
}

/** Their profiles all count. */
export async function openedWithLines(): Promise<readonly OpenedWithLines[]> {
  const drawn: OpenedWithLines[] = []
  for (let seed = 1; seed <= SEEDS; seed++) {
    const made = randomCase(seed)
    const lines = randomLines(randomFrom(seed), made.elf)
    if (!lines) continue
    const { executable, profiles } = buildCase({ ...made, lines })
    const sources = profiles.map((bytes, at) => memorySource(`gmon.${at}`, bytes))
    const result = await openProfile([memorySource('program', executable), ...sources], options, () => {})
    if (!result.ok) continue
    const { notices } = result.value
    const input = linesInputOf(result.value)
    if (!input || notices.some(({ code }) => code === 'file-skipped' || code === 'rates-differ')) continue
    drawn.push({ opened: result.value, profiles: sources, input })
  }
  return drawn
}

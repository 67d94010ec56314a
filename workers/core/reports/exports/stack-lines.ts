// Estimated stacks → one line each, "main;parse;lex 1250": what flamegraph.pl and its successors read.
//
// Source: https://github.com/brendangregg/FlameGraph (the README's description of folded stacks). Whole microseconds; the
// form has no place for comments, so what is estimated is said by the file's name and the documentation.
import { smallUnit, wholeUnits } from './cost-unit.ts'
import type { EstimatedStacks } from './estimated-stacks.ts'
import { framesOf, StackFrames } from './frames.ts'

export function writeStackLines(stacks: EstimatedStacks, write: (text: string) => void): void {
  const frames = new StackFrames(stacks)
  const names = frames.list.map(({ name }) => withoutMarks(name))
  const { perTick } = smallUnit(stacks.analyzed.profile)
  const weights = wholeUnits(leafTicks(stacks), perTick)
  stacks.leaves.forEach((leaf, at) => {
    if (weights[at] === 0) return
    const path = framesOf(stacks, frames, leaf).map((frame) => names[frame])
    write(`${path.join(';')} ${weights[at]}\n`)
  })
}

function* leafTicks({ leaves, selfTicks }: EstimatedStacks): Generator<number> {
  for (let at = 0; at < leaves.length; at++) yield selfTicks[leaves[at]]
}

/**
 * A semicolon separates frames, and readers trim what stands around them; a number behind a blank at the end of a line is a
 * weight, and one more before it would be that of another run, as in what difffolded.pl writes.
 */
function withoutMarks(name: string): string {
  const text = name
    .replaceAll(';', ':')
    .trim()
    .replace(/\s(?=\d+(?:\.\d*)?$)/, '_')
  return text === '' ? '?' : text
}

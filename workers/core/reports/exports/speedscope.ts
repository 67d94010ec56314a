// Estimated stacks → speedscope's own JSON, a sampled profile whose name says that it is an estimate.
//
// Source: https://www.speedscope.app/file-format-schema.json
import { jsonText } from '../../base/json-text.ts'
import { secondsOf } from '../quantities.ts'
import { ESTIMATED, estimateNote } from './estimate-note.ts'
import type { EstimatedStacks } from './estimated-stacks.ts'
import { framesOf, StackFrames } from './frames.ts'

/** `program` names the profile. In pieces: a sample at a time. */
export function writeSpeedscope(
  stacks: EstimatedStacks,
  program: string,
  write: (text: string) => void,
): void {
  const { analyzed, leaves, selfTicks, ticks } = stacks
  const { rate, dimension } = analyzed.profile
  const frames = new StackFrames(stacks)
  const name = `${program}: ${ESTIMATED} (gprof)`
  write('{"$schema":"https://www.speedscope.app/file-format-schema.json",\n')
  write(`"exporter":"gmonscope","name":${jsonText(name)},"activeProfileIndex":0,\n`)
  // Not in the schema, and readers pass over what they do not know.
  write(`"comment":${JSON.stringify(estimateNote(stacks).join('\n'))},\n`)
  write('"shared":{"frames":[')
  frames.list.forEach(({ name: frame, file, line }, at) => {
    const entry = { name: frame, ...(file === '' ? {} : { file, line }) }
    write(`${at === 0 ? '' : ','}\n${jsonText(entry)}`)
  })
  const unit = dimension === 'seconds' ? 'seconds' : 'none'
  write(`\n]},\n"profiles":[{"type":"sampled","name":${jsonText(name)},"unit":"${unit}","startValue":0,`)
  write(`"endValue":${secondsOf(ticks, rate)},\n"samples":[`)
  leaves.forEach((leaf, at) =>
    write(`${at === 0 ? '' : ','}\n${JSON.stringify(framesOf(stacks, frames, leaf))}`),
  )
  write('\n],\n"weights":[')
  leaves.forEach((leaf, at) => write(`${at === 0 ? '' : ','}\n${secondsOf(selfTicks[leaf], rate)}`))
  write('\n]}]}\n')
}

// gprof's explanations, taken from the gprof that is here, so that a comparison can put ours in their place. None of its
// words are in this tree.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EXPLANATIONS } from '../../core/reports/text/explanations.ts'
import { runGprof } from './live-gprof.ts'
import { buildCase } from '../random/random-case.ts'

let texts: Promise<readonly (readonly [string, string])[]> | null = null

/** The same output with gmonscope's explanations in place of gprof's. */
export async function withOurWords(stdout: string): Promise<string> {
  texts ??= findTexts()
  let text = stdout
  for (const [theirs, ours] of await texts) text = text.replaceAll(theirs, () => ours)
  return text
}

/** Each explanation is what an output has more than the same one with `-b`. */
async function findTexts(): Promise<readonly (readonly [string, string])[]> {
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-words-'))
  try {
    const { executable, profiles } = buildCase({
      elf: { symbols: [{ name: 'main', address: 0x401000 }] },
      profiles: [
        {
          records: [
            { kind: 'histogram', low: 0x401000, high: 0x401010, bins: [1, 0, 0, 0] },
            { kind: 'arc', from: 0x401000, self: 0x401000, count: 1 },
          ],
        },
      ],
    })
    await writeFile(join(folder, 'program'), executable)
    await writeFile(join(folder, 'gmon.out'), profiles[0] ?? new Uint8Array(0))
    const print = async (...options: string[]): Promise<string> =>
      (await runGprof([...options, 'program'], { folder })).stdout
    const flat = (await print('-p')).slice((await print('-b', '-p')).length)
    const [graph, briefGraph] = [await print('-q'), await print('-b', '-q')]
    const traditional = await print('-T', '-q')
    const briefTraditional = await print('-b', '-T', '-q')
    return [
      [traditional.slice(0, traditional.length - briefTraditional.length), EXPLANATIONS.traditionalGraph],
      [insertion(graph, briefGraph), EXPLANATIONS.graph],
      [flat, EXPLANATIONS.flat],
    ]
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What `longer` has between the last rule and the index. */
function insertion(longer: string, shorter: string): string {
  const index = shorter.slice(shorter.lastIndexOf('\f'))
  const before = `${'-'.repeat(47)}\n`
  return longer.slice(longer.indexOf(before) + before.length, longer.length - index.length)
}

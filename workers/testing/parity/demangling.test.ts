// gprof's --demangle=STYLE: every name of the demangler's tables, in every style, by gprof and by us.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildElf } from '../builders/build-elf.ts'
import { buildGmon } from '../builders/build-gmon.ts'
import { compareFiles } from './compare-case.ts'
import { requireTools } from '../gprof/live-gprof.ts'

const STYLES = ['auto', 'none', 'gnu-v3', 'java', 'gnat', 'dlang', 'rust'] as const
const START = 0x401000
const FUNCTION_SIZE = 16

/** Names around which gprof's own rules for symbols meet those of demanglers. */
const DECORATED = ['.', '.LC20', '$foo__bar', 'foo__bar@@V1', '@V1', '_Dmain@plt', '._Z3foov', '_ada_@x']

beforeAll(() => requireTools(['gprof']), 60_000)

test.each(STYLES)('names in style %s', async (style) => {
  const names = [...DECORATED, ...(await namesOfTable())]
  const folder = await mkdtemp(join(tmpdir(), 'gmonscope-demangling-'))
  try {
    const paths = ['program', 'gmon.out'].map((name) => join(folder, name))
    const [program = '', profile = ''] = paths
    await writeFile(program, executableOf(names))
    await writeFile(profile, profileOf(names.length))
    const { difference, listings } = await compareFiles(paths, [['-p', `--demangle=${style}`]])
    expect(listings.join('').split('\n').length).toBeGreaterThan(names.length)
    expect(difference).toBe('')
  } finally {
    await rm(folder, { recursive: true })
  }
})

async function namesOfTable(): Promise<string[]> {
  const table = new URL('../../core/symbols/demangle/cases/styles.tsv', import.meta.url)
  const lines = (await readFile(table, 'latin1')).split('\n').filter(Boolean)
  return [...new Set(lines.map((line) => line.split('\t')[1] ?? ''))]
}

function executableOf(names: readonly string[]): Uint8Array {
  return buildElf({
    text: { address: START, size: FUNCTION_SIZE * (names.length + 1) },
    // Something must follow the last function: gprof looks there for where it ends.
    symbols: [...names, 'etext'].map((name, at) => ({ name, address: START + FUNCTION_SIZE * at })),
  })
}

/** One tick and one call for each function. */
function profileOf(count: number): Uint8Array {
  return buildGmon({
    records: [
      {
        kind: 'histogram',
        low: START,
        high: START + FUNCTION_SIZE * count,
        bins: Array.from({ length: 8 * count }, (_, bin) => (bin % 8 === 0 ? 1 : 0)),
      },
      ...Array.from({ length: count }, (_, at) => ({
        kind: 'arc' as const,
        from: START + 4,
        self: START + FUNCTION_SIZE * at,
        count: at + 1,
      })),
    ],
  })
}

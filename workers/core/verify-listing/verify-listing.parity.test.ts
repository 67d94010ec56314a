// Tests of verified listings, against gprof.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { bytesOfBinary } from '../../testing/builders/byte-writer.ts'
import { runCommandLine } from '../../node/command-line.ts'
import { openFiles } from '../../node/open-files.ts'
import { runGprof } from '../../testing/gprof/live-gprof.ts'
import { PROFILE, PROGRAM } from '../../testing/sample-files.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { memorySource } from '../bytes/byte-source.ts'
import type { Opened } from '../pipeline/open-profile.ts'
import {
  comparisonLines,
  comparisonText,
  countsText,
  hintText,
  Reason,
  RowKind,
  rowText,
  type Comparison,
} from '../reports/verify-listing.ts'
import { verifyListing } from './verify-listing.ts'
import { findReason } from './find-reason.ts'

const SAMPLE = [PROGRAM, PROFILE]
const IO = { stdout: () => {}, stderr: () => {} }

let sample: Opened | null = null
beforeAll(async () => {
  sample = await openFiles(SAMPLE, { scenario: EMPTY_SCENARIO, asMeasured: true, shift: 0 }, IO)
})

function compare(text: string): Promise<Comparison> {
  if (!sample) throw new Error('the sample is not open')
  return verifyListing(memorySource('listing.txt', bytesOfBinary(text)), sample)
}

describe('a listing of 64-bit PowerPC’s own gprof', () => {
  it('has the functions of the program, where the static ones count for those before them', async () => {
    const folder = new URL('../../testing/golden/powerpc64/', import.meta.url)
    const path = (name: string): string => fileURLToPath(new URL(name, folder))
    const asked = { scenario: EMPTY_SCENARIO, asMeasured: true, shift: 0 }
    const opened = await openFiles([path('program'), path('gmon.out')], asked, IO)
    const listing = memorySource('flat.txt', new Uint8Array(readFileSync(path('flat.txt'))))
    const comparison = await verifyListing(listing, opened)
    expect(comparison.hints).toEqual([{ code: 'dots' }])
    const functions = differences(comparison).filter((line) => line.includes('.'))
    expect(functions.filter((line) => line.endsWith('|')).map((line) => /\S+$/.exec(line)?.[0])).toEqual([
      '.__gmon_start__|',
      '.main|',
    ])
    expect(functions).toContainEqual(
      expect.stringMatching(new RegExp(`^${Reason.times}\\|.* \\.count_ways\\|.* count_ways$`)),
    )
  })
})

const differences = ({ rows }: Comparison): string[] =>
  Array.from({ length: rows.length }, (_, row) => row)
    .filter((row) => rows.kind[row] !== RowKind.same)
    .map((row) => `${rows.reason[row]}|${rowText(rows.theirs, row).trim()}|${rowText(rows.ours, row).trim()}`)

describe("gprof's own listing of the sample", () => {
  it.each(['-b', '', '-b -p', '-b -q', '-b -z', '-b -T', '-T', '-b --no-demangle', '-b -w 132'])(
    'with %s has every line in common with ours',
    async (options) => {
      const { stdout } = await runGprof([...options.split(' ').filter((word) => word !== ''), ...SAMPLE])
      const comparison = await compare(stdout)
      // Sources of unused functions are not looked up, and -z lists those functions too.
      const unlike = differences(comparison).filter((line) => !line.startsWith(`${Reason.files}|`))
      expect(unlike).toEqual([])
      expect(differences(comparison).length).toBeLessThanOrEqual(options.includes('-z') ? 1 : 0)
      expect(comparison.same).toBeGreaterThan(5)
      expect(comparison.hints).toEqual([])
      // The sample has no mangled names, so raw ones are equal. gprof prints the same with widths
      // 130, 131 and 132.
      expect(comparison.options).toBe(options.replace(' --no-demangle', '').replace('132', '130'))
    },
  )

  it('wrapped and quoted has all lines of its tables in common with ours, each where it begins', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const whole = stdout.slice(0, stdout.indexOf('\f\nIndex'))
    const wrapped = whole.replaceAll(/^(?=.{61})(.{0,59}\S) +(\S.*)$/gm, '$1\n$2').replaceAll(/^/gm, '> ')
    expect(wrapped.split('\n').length).toBeGreaterThan(whole.split('\n').length + 50)
    const comparison = await compare(wrapped)
    expect(comparison).toMatchObject({ differing: 0, onlyTheirs: 0, onlyOurs: 0 })
    expect(comparison.same).toBe((await compare(whole)).same)
    const [last = 0] = Array.from(comparison.rows.line).toSorted((a, b) => b - a)
    expect(wrapped.split('\n')[last - 1]).toMatch(/^> .*\d/)
  })

  it('without its index has every other line in common with ours', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const comparison = await compare(stdout.slice(0, stdout.indexOf('Index by function name')))
    expect(differences(comparison)).toEqual([])
  })

  it('at another rate says so of the time that each sample counts as', async () => {
    const { stdout } = await runGprof(['-b', '-p', ...SAMPLE])
    const comparison = await compare(stdout.replace('counts as 0.01 seconds', 'counts as 0.001 seconds'))
    expect(differences(comparison)).toEqual([
      `${Reason.period}|Each sample counts as 0.001 seconds.|Each sample counts as 0.01 seconds.`,
    ])
  })

  it('of several such runs added up tells how many times as many calls it has', async () => {
    const [program = '', profile = ''] = SAMPLE
    const { stdout } = await runGprof(['-b', program, profile, profile, profile])
    expect((await compare(stdout)).hints).toEqual([{ code: 'several-runs', factor: 3 }])
  })

  it('with a function more that did nothing tells why it is there', async () => {
    const { stdout } = await runGprof(['-b', '-p', '-z', ...SAMPLE])
    const idle = stdout.split('\n').findLast((line) => /^\s+0\.00\s+\d+\.\d\d\s+0\.00\s{9}/.test(line)) ?? ''
    const row = idle.replace(/\S+$/, 'gone')
    const comparison = await compare(`${stdout.trimEnd()}\n${row}\n`)
    expect(differences(comparison)).toEqual([`${Reason.unused}|${row.trim()}|`])
  })

  it('with -c may have lines of calls never taken besides', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const lines = ['never_taken [99]', '<indirect child>'].map(
      (callee) => `0.00    0.00       0/0           ${callee}`,
    )
    for (const line of lines) {
      const comparison = await compare(stdout.replace(/^(\[1\].*\n)/m, `$1                ${line}\n`))
      expect(comparison.options).toBe('-b -c')
      expect(comparison.hints).toEqual([])
      expect(differences(comparison)).toEqual([`${Reason.static}|${line}|`])
    }
  })

  it('changed, tells each line and the reason', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const rows = stdout.split('\n')
    const flat = rows.findIndex((line) => /\d+\.\d\d +\d+\.\d\d +\d+\.\d\d +\d+/.test(line))
    const changed = rows.map((line, at) =>
      at === flat ? line.replace(/\d(?= *\S+ +\S+ {2}\S+$)/, '$&7') : line,
    )
    changed.splice(flat + 1, 1)
    const comparison = await compare(changed.join('\n'))
    expect([comparison.differing, comparison.onlyTheirs, comparison.onlyOurs]).toEqual([1, 0, 1])
    expect(countsText(comparison)).toMatch(/^1 line differs, 1 is only here; [\d,]+ are the same$/)
    expect(differences(comparison)[0]).toMatch(new RegExp(`^${Reason.calls}\\|`))
    const text = [...comparisonLines(comparison)]
    expect(text[0]).toBe('--- listing.txt')
    expect([...comparisonLines({ ...comparison, file: 'a\n+b' })][0]).toBe('--- a\\x0a+b')
    expect(text.filter((line) => line.startsWith('+') && !line.startsWith('+++'))).toHaveLength(2)
  })

  it('with dots before names is of the same functions, and says why', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const dotted = stdout.replaceAll(/(?<= )[a-z]\w+(?=(?: <cycle \d+>)?(?: \[\d+\])?$| *\[)/gm, '.$&')
    const comparison = await compare(dotted)
    expect([comparison.onlyTheirs, comparison.onlyOurs]).toEqual([0, 0])
    expect(comparison.differing).toBeGreaterThan(50)
    expect(new Set(comparison.rows.reason)).toEqual(new Set([Reason.unknown, Reason.dots]))
    expect(comparison.hints).toEqual([{ code: 'dots' }])
  })

  it('tells how far it has come, and how long lines are', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const bytes = Buffer.from(`${stdout.replace(/^(\[1\] +)\d+\.\d/m, '$19.9')}\n`, 'latin1')
    if (!sample) throw new Error('the sample is not open')
    const parts: number[] = []
    const { rows } = await verifyListing(
      memorySource('listing.txt', new Uint8Array(bytes)),
      sample,
      (part) => void parts.push(part),
    )
    expect(parts.length).toBeGreaterThan(1)
    expect(parts).toEqual(parts.toSorted((a, b) => a - b))
    expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true)
    const lines = (kind: (row: number) => boolean): string[] =>
      Array.from({ length: rows.length }, (_, row) => row)
        .filter(kind)
        .flatMap((row) => [rowText(rows.theirs, row), rowText(rows.ours, row)])
    // All but one in two hundred keep to it.
    const nth = (lengths: readonly number[], count: number) =>
      lengths.toSorted((a, b) => b - a)[Math.floor(count / 200)]
    const usual = (texts: readonly string[]) => {
      const count = texts.filter((text) => text !== '').length
      return {
        letters: nth(
          texts.map((text) => text.length),
          count,
        ),
        squeezed: nth(
          texts.map((text) => text.replaceAll(/ +/g, ' ').length),
          count,
        ),
      }
    }
    expect(rows.usual).toEqual(usual(lines(() => true)))
    expect(rows.usualDiffering).toEqual(usual(lines((row) => rows.kind[row] !== RowKind.same)))
    expect(rows.usualDiffering).not.toEqual(rows.usual)
  })

  it('its text comes in pieces, which are the same lines, and tells how far it has come', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const comparison = await compare(stdout.replaceAll(/^(.{20,}\d)\.(\d\d) /gm, '$18.$2 '))
    const parts: number[] = []
    const steps = comparisonText(comparison, (part) => void parts.push(part))
    let step = steps.next()
    let count = 0
    for (; step.done !== true; step = steps.next()) count++
    const lines = [...comparisonLines(comparison)]
    expect(step.value.join('')).toBe(`${lines.join('\n')}\n`)
    expect(count).toBe(lines.length)
    expect(parts.every((part) => part > 0 && part <= 1)).toBe(true)
  })

  it('lines about the same are paired in their order', async () => {
    const { stdout } = await runGprof(['-b', '-q', ...SAMPLE])
    const entry = /^-{40,}\n(?:.*\n)+?-{40,}\n/m.exec(stdout)?.[0] ?? ''
    const lines = entry.split('\n').filter((line) => /\[\d+\]$/.test(line))
    const comparison = await compare(stdout.replace(entry, `${entry}${entry.replace(/^-+\n/, '')}`))
    expect(comparison.onlyTheirs).toBe(lines.length)
    expect(comparison.differing).toBe(0)
  })

  it('of another program says so', async () => {
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const comparison = await compare(stdout.replaceAll(/[a-z_]{3,}(?= (?:<cycle \d+> )?\[|$)/gm, 'other_$&'))
    const entries = stdout.match(/^\[\d+\]/gm)?.length
    const cycles = stdout.match(/ as a whole> \[\d+\]$/gm)?.length
    expect(comparison.hints).toEqual([{ code: 'another-program', found: cycles, names: entries }])
    expect(comparison.hints.map(hintText)).toEqual([
      `Only ${cycles} of the listing’s ${entries} names are in this profile: it may be of another program, or of another build.`,
    ])
    expect(hintText({ code: 'another-program', found: 1, names: 1730 })).toMatch(
      /^Only 1 of the listing’s 1,730 names is /,
    )
    expect(hintText({ code: 'unread', lines: 1 })).toBe('1 line of the listing could not be read.')
  })

  it('is compared on the command line, too', async () => {
    const { mkdtemp, rm, writeFile } = await import('node:fs/promises')
    const folder = await mkdtemp('/tmp/gmonscope-compare-')
    const listing = `${folder}/listing.txt`
    const { stdout } = await runGprof(['-b', ...SAMPLE])
    const run = async (text: string): Promise<[number, string]> => {
      await writeFile(listing, text, 'latin1')
      const printed: string[] = []
      const io = { ...IO, stdout: (bytes: Uint8Array) => void printed.push(Buffer.from(bytes).toString()) }
      return [await runCommandLine(['compare', listing, ...SAMPLE], io), printed.join('')]
    }
    expect(await run(stdout)).toEqual([0, expect.stringContaining('lines are the same')])
    const [status, text] = await run(
      stdout.replace(/^(\[1\] +)\d+\.\d/m, (_, start: string) => `${start}12.3`),
    )
    expect(status).toBe(1)
    expect(text).toMatch(/^-\[1\] +12\.3/m)
    expect((await run('nothing of the kind'))[0]).toBe(2)
    await rm(folder, { recursive: true })
  })
})

describe('reasons', () => {
  it.each([
    ['[3] 1.0 a [3]', '[4] 1.0 a [4]', Reason.numbers],
    [' 10.00 0.01 0.02 a', ' 10.00 0.01 0.03 a', Reason.rounding],
    [' 10.00 0.01 0.02 5 0.10 0.10 a', ' 10.00 0.01 0.02 4294967301 0.10 0.10 a', Reason.wrappedCalls],
    [' 10.00 1.00 1.00 a', ' 10.00 656.36 656.36 a', Reason.wrappedBins],
    [' 10.00 1.00 1.00 a', ' 10.00 5.00 2.00 a', Reason.times],
    [' 10.00 1.00 1.00 a', ' 12.00 1.00 1.00 a', Reason.shares],
    [' 10.00 1.00 1.00 3 0.10 0.10 a', ' 10.00 1.00 1.00 4 0.10 0.10 a', Reason.calls],
    ['   [1] a (x.y)   [2] b', '   [1] a (x.c)   [2] b', Reason.files],
    ['something', 'else', Reason.unknown],
    [' 1.00 2000000000 a', ' 1.00 6294967296 a', Reason.wrappedCalls],
    [' 10.00 1.00 1.00 a', ' 10.00 1.00 9.00 a', Reason.times],
    [' 10.00 1.00 1.00 a', ' 12.00 5.00 2.00 a', Reason.times],
    [' 10.00 1.00 1.00 a', ' 10.00 1.00 1.02 a', Reason.times],
    [' 10.0 1.00 1.00 a', ' 10.1 1.00 1.00 a', Reason.rounding],
    [' 10.0 1.00 1.00 a', ' 10.2 1.00 1.00 a', Reason.shares],
  ])('%s / %s', (theirs, ours, reason) => {
    expect(findReason(theirs, ours, 655.36)).toBe(reason)
  })
})

it('has every line of ours once, wherever theirs begins and ends', async () => {
  const { stdout } = await runGprof(['-b', '-p', ...SAMPLE])
  const lines = stdout.trimEnd().split('\n')
  const rowsAt = lines.findIndex((line) => /^\s*\d+\.\d+\s/.test(line))
  const all = (await compare(stdout)).same
  const without = async (from: number, to: number): Promise<void> => {
    const theirs = [...lines.slice(0, from), ...lines.slice(to)].join('\n')
    const { same, differing, onlyOurs, rows } = await compare(`${theirs}\n`)
    expect([from, to, same + differing + onlyOurs]).toEqual([from, to, all])
    expect(onlyOurs).toBe(to - from)
    expect(rows.length).toBe(all)
  }
  const period = lines.findIndex((line) => line.startsWith('Each sample'))
  await without(period, period + 1)
  await without(rowsAt, rowsAt + 1)
  await without(rowsAt, rowsAt + 3)
  await without(lines.length - 1, lines.length)
  await without(lines.length - 4, lines.length)
  await without(rowsAt + 2, rowsAt + 3)
})

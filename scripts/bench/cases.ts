// The profiles that are measured, and how to write their files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { buildLargeCase, type LargeCaseSpec } from '../../workers/testing/large-case.ts'

/** A measured profile. */
export interface Measured {
  readonly title: string
  /**
   * gprof without a list of symbols takes time quadratic in the number of functions; large cases
   * run it once or not at all.
   */
  readonly plainGprof: 'median' | 'once' | 'never'
  /** Even with a list of symbols it takes time quadratic in the members of a cycle. */
  readonly gprofWithList: boolean
  /**
   * Some functions have several names, of which -S sometimes chooses another one: its text then
   * differs slightly.
   */
  readonly aliases: boolean
}

/** A made-up profile that is measured. */
export interface BenchCase extends LargeCaseSpec, Measured {}

const plain = { cycles: 'some', names: 'c', seed: 1, gprofWithList: true, aliases: false } as const

/** The cases of the full benchmark. */
export const FULL: readonly BenchCase[] = [
  { ...plain, title: '2,000 functions, 6,000 arcs', functions: 2_000, arcs: 6_000, plainGprof: 'median' },
  { ...plain, title: '8,000, 32,000', functions: 8_000, arcs: 32_000, plainGprof: 'median' },
  { ...plain, title: '64,000, 256,000', functions: 64_000, arcs: 256_000, plainGprof: 'once' },
  {
    ...plain,
    names: 'c++',
    title: '200,000, 1,000,000, C++ names',
    functions: 200_000,
    arcs: 1_000_000,
    // More than five minutes.
    plainGprof: 'once',
  },
  {
    ...plain,
    title: '1,000,000, 5,000,000',
    functions: 1_000_000,
    arcs: 5_000_000,
    plainGprof: 'never',
    gprofWithList: false,
  },
  {
    ...plain,
    names: 'c++',
    title: '50,000, 250,000, C++ names',
    functions: 50_000,
    arcs: 250_000,
    plainGprof: 'never',
  },
  {
    ...plain,
    names: 'c++',
    cycles: 'giant',
    // gprof merges a cycle's members pair by pair: four times as many would take it minutes a run.
    title: 'the same with one giant cycle',
    functions: 50_000,
    arcs: 250_000,
    plainGprof: 'never',
  },
]

/** Small enough for every test run, which only checks that the outputs are equal. */
export const SMALL: readonly BenchCase[] = [
  { ...plain, title: '500 functions, 3,000 arcs', functions: 500, arcs: 3_000, plainGprof: 'once' },
  {
    ...plain,
    names: 'c++',
    cycles: 'giant',
    title: '2,000, 10,000, C++ names, one giant cycle',
    functions: 2_000,
    arcs: 10_000,
    plainGprof: 'once',
  },
]

/** The files of a case. */
export interface CaseFiles {
  readonly executable: string
  readonly profile: string
  /**
   * Functions as printed by `nm`: with -S gprof uses the list instead of its own slow reading of
   * symbols.
   */
  readonly symbolList: string
}

/** Writes the files of a case into a folder. */
export function writeCase(spec: BenchCase, folder: string, at: number): CaseFiles {
  const made = buildLargeCase(spec)
  const path = (name: string): string => join(folder, `${at}-${name}`)
  const files = { executable: path('program'), profile: path('gmon.out'), symbolList: path('symbols') }
  writeFileSync(files.executable, made.executable)
  writeFileSync(files.profile, made.profile)
  writeFileSync(files.symbolList, symbolListOf(files.executable))
  return files
}

/**
 * Returns the files of a real program and its profile; writes its list of symbols into `folder`.
 */
export function realProgram(executable: string, profile: string, folder: string): CaseFiles {
  const symbolList = join(folder, 'symbols')
  writeFileSync(symbolList, symbolListOf(executable))
  return { executable, profile, symbolList }
}

/**
 * -S ignores weak functions, which gprof otherwise counts like others, so they are listed as
 * global.
 */
function symbolListOf(executable: string): string {
  const list = execFileSync('nm', [executable], { maxBuffer: 1 << 30, encoding: 'latin1' })
  return list.replaceAll(/ W (?=\S+$)/gm, ' T ')
}

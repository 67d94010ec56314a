// Twenty searches by base name, class and argument, and a generated program with the functions of the C++
// sample among its own.
import { readFileSync } from 'node:fs'
import type { Opened } from '../core/pipeline/open-profile.ts'
import type { FunctionIndex } from '../core/profile/call-graph-profile.ts'
import { displayName, rawName } from '../core/names/names.ts'
import type { LargeCase } from './large-case.ts'
import { openBytes, openLargeCase } from './saved-files.ts'

/** What is typed, and how the name of the function begins that is meant. */
export type SoughtName = readonly [query: string, name: string]

/** Searches for functions of the C++ sample. */
const IN_SAMPLE: readonly SoughtName[] = [
  // By base name.
  ['value_of', 'ledger::Ledger::value_of('],
  ['forget', 'ledger::Ledger::forget_values()'],
  ['median', 'double ledger::statistics::median<double>('],
  ['skip_blanks', 'formula::Parser::skip_blanks()'],
  ['LIVE_A_YEAR', 'village::live_a_year('],
  ['roll', 'village::Dice::roll(int)'],
  // By class, with a base name or without one.
  ['parser sum', 'formula::Parser::sum()'],
  ['Evaluator evaluate', 'ledger::Evaluator::evaluate('],
  ['evaluator::visit', 'ledger::Evaluator::visit('],
  ['Dice', 'village::Dice::Dice('],
  ['author list', 'village::Author::list'],
  ['village::index words', 'village::Index::words() const'],
  // By argument, with the function or its class.
  ['evaluator visit binary', 'ledger::Evaluator::visit(formula::Binary const&)'],
  ['printer visit call', 'formula::Printer::visit(formula::Call const&)'],
  ['constant visit number', 'formula::(anonymous namespace)::Constant::visit(formula::Number const&)'],
  ['report ledger', 'village::report(ledger::Ledger const&)'],
]

/** A generated program with the functions of the sample among its own. */
export interface SearchedProgram extends LargeCase {
  readonly opened: Opened
  /** Searches for functions of the sample and for generated ones, twenty in all. */
  readonly queries: readonly SoughtName[]
}

/** Generates a program of this many functions. Those of the sample come last, with the least time. */
export async function searchedProgram(functions: number): Promise<SearchedProgram> {
  const lastNames = (await sampleNames()).filter((name) => name !== 'main')
  const spec = { functions, arcs: 3 * functions, names: 'c++', seed: 5, lastNames } as const
  const program = await openLargeCase(spec)
  // Classes are numbered: so large a number is the start of no other.
  const generated = [0.2, 0.4, 0.6, 0.8].map((part, at): SoughtName => {
    const name = displayName(
      program.opened.analyzed.profile.functions,
      Math.round(part * functions) as FunctionIndex,
    )
    const [, type = '', method = ''] = /::(\w+)<.*>::(\w+)\(/.exec(name) ?? []
    return [at % 2 === 0 ? type : `${type.toLowerCase()} ${method}`, name]
  })
  return { ...program, queries: [...IN_SAMPLE, ...generated] }
}

async function sampleNames(): Promise<readonly string[]> {
  const read = (name: string) => readFileSync(new URL(`../../public/ledgers/${name}`, import.meta.url))
  const sample = await openBytes({ ledgers: read('ledgers'), 'gmon.out': read('gmon.out') })
  if (!sample.ok) throw new Error(sample.problem.problem.code)
  const { functions } = sample.value.analyzed.profile
  return Array.from({ length: functions.length }, (_, f) => rawName(functions, f as FunctionIndex))
}

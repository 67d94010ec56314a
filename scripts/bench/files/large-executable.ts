// An executable of 2 GiB, nearly all of it debugging information of a real program, and the same
// without it.
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { buildLargeCase } from '../../../workers/testing/large-case.ts'

/** The files of this measurement. */
export interface LargeFiles {
  readonly withDebug: string
  readonly without: string
  readonly profile: string
  /** Bytes of its headers, its symbols and their names: the least that must be read. */
  readonly needed: number
}

/** Uses much of the standard library, for much debugging information. */
const SOURCE = `
#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <regex>
#include <sstream>
#include <unordered_map>
int main(int argc, char **argv) {
  std::map<std::string, std::vector<std::regex>> all;
  std::unordered_map<int, std::string> other;
  std::mt19937 random(argc);
  for (int at = 0; at < argc; at++) all[argv[at]].emplace_back(argv[at]), other[random()] = argv[at];
  for (auto &[name, list] : all) std::sort(list.begin(), list.end(), [](auto &a, auto &b) { return &a < &b; });
  std::ostringstream text;
  text << all.size() << other.size();
  std::cout << text.str() << std::endl;
}
`

/** Sections that can be repeated, because compilation units do not contain their own position. */
const REPEATED = ['.debug_info', '.debug_line'] as const
const ONCE = ['.debug_abbrev', '.debug_str', '.debug_line_str', '.debug_rnglists'] as const

/** Writes the files into a folder. `size`: bytes of the executable. */
export function writeLargeExecutable(folder: string, size: number): LargeFiles {
  const path = (name: string): string => join(folder, name)
  writeFileSync(path('main.cc'), SOURCE)
  execFileSync('g++', ['-std=c++17', '-g', '-O1', '-o', path('main'), path('main.cc')], { stdio: 'inherit' })
  const dumps = [...REPEATED, ...ONCE].flatMap((name) => ['--dump-section', `${name}=${path(name.slice(1))}`])
  execFileSync('objcopy', [...dumps, path('main'), path('ignored')], { stdio: 'inherit' })

  const made = buildLargeCase({
    functions: 200_000,
    arcs: 1_000_000,
    cycles: 'some',
    names: 'c++',
    seed: 4,
  })
  writeFileSync(path('without'), made.executable)
  writeFileSync(path('gmon.out'), made.profile)
  const lengths = REPEATED.map((name) => statSync(path(name.slice(1))).size)
  const once = lengths.reduce((sum, length) => sum + length, 0)
  const times = Math.ceil((size - made.executable.length) / once)
  for (const name of REPEATED) repeat(path(name.slice(1)), times)
  const added = [...REPEATED, ...ONCE].flatMap((name) => ['--add-section', `${name}=${path(name.slice(1))}`])
  execFileSync('objcopy', [...added, path('without'), path('large')], { stdio: 'inherit' })
  for (const name of REPEATED) rmSync(path(name.slice(1)))
  return {
    withDebug: path('large'),
    without: path('without'),
    profile: path('gmon.out'),
    needed: neededOf(path('large')),
  }
}

/** Repeats the content of a file this many times. */
function repeat(path: string, times: number): void {
  const bytes = readFileSync(path)
  const file = openSync(path, 'w')
  for (let done = 0; done < times; done++) writeSync(file, bytes)
  closeSync(file)
}

/** Computed from readelf's output. */
function neededOf(executable: string): number {
  const options = { encoding: 'utf8', maxBuffer: 1 << 24 } as const
  const sections = execFileSync('readelf', ['-SW', executable], options)
  const sizeOf = (name: string): number => {
    const hex = new RegExp(` \\${name} +\\S+ +\\S+ +\\S+ +(\\S+)`).exec(sections)?.[1]
    if (hex === undefined) throw new Error(`readelf shows no ${name}`)
    return Number.parseInt(hex, 16)
  }
  const header = execFileSync('readelf', ['-hW', executable], options)
  const number = (label: string): number => Number(new RegExp(`${label}: +(\\d+)`).exec(header)?.[1] ?? 0)
  const headers =
    number('Size of this header') +
    number('Size of program headers') * number('Number of program headers') +
    number('Size of section headers') * number('Number of section headers')
  return headers + sizeOf('.shstrtab') + sizeOf('.symtab') + sizeOf('.strtab')
}

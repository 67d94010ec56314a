// Rebuilds cases.tsv: the names of program.cpp and those of hand-made.txt, each with what `c++filt -i` prints for it;
// and styles.tsv: the names of each hand-made-STYLE.txt with what it prints in that style.
// Needs g++ and binutils 2.40; clang++ adds names if it is there, under either name. Run it from anywhere: node make-cases.mjs
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'cases-'))

function compile(compiler, standard) {
  const object = join(scratch, `${compiler}-${standard}.o`)
  try {
    execFileSync(compiler, [`-std=${standard}`, '-w', '-c', '-o', object, join(here, 'program.cpp')], {
      stdio: 'pipe',
    })
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
    console.log(`${compiler} is not here`)
    return []
  }
  // Names of the standard library are not listed.
  const symbols = execFileSync('nm', [object], { encoding: 'latin1' }).split('\n')
  return symbols
    .map((line) => line.slice(line.lastIndexOf(' ') + 1))
    .filter(
      (name) =>
        name.startsWith('_Z') && !/^_Z[A-Z]*(St|N[KVRO]*S[tabsiod])/.test(name) && !name.includes('_gnu_'),
    )
}

const names = new Set(readFileSync(join(here, 'hand-made.txt'), 'latin1').split('\n').filter(Boolean))
for (const compiler of ['g++', 'clang++', 'clang++-14']) {
  for (const standard of ['c++17', 'c++20']) for (const name of compile(compiler, standard)) names.add(name)
}
rmSync(scratch, { recursive: true })

const sorted = [...names].toSorted((left, right) => (left < right ? -1 : 1))
const printed = execFileSync('c++filt', ['-i', ...sorted], { encoding: 'latin1' }).split('\n')
writeFileSync(
  join(here, 'cases.tsv'),
  sorted.map((name, at) => `${name}\t${printed[at]}\n`).join(''),
  'latin1',
)
console.log(`${sorted.length} names`)

const lines = ['dlang', 'gnat', 'java', 'gnu-v3', 'rust'].flatMap((style) => {
  const own = readFileSync(join(here, `hand-made-${style}.txt`), 'latin1')
    .split('\n')
    .filter(Boolean)
  const answers = execFileSync('c++filt', ['-i', '-s', style, '--', ...own], { encoding: 'latin1' }).split(
    '\n',
  )
  return own.map((name, at) => `${style}\t${name}\t${answers[at]}\n`)
})
writeFileSync(join(here, 'styles.tsv'), lines.join(''), 'latin1')
console.log(`${lines.length} names in one style`)

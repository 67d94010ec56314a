// One case of the comparison with gprof by its seed, written to a folder to look at.
import { mkdirSync, writeFileSync } from 'node:fs'
import { argumentsOf, filesOf, fuzzCase } from './fuzz-case.ts'

const [, , seed = '1', folder = '.'] = process.argv
const one = fuzzCase(Number(seed))
const files = filesOf(one)
mkdirSync(folder, { recursive: true })
for (const [name, bytes] of files) writeFileSync(`${folder}/${name}`, bytes)
console.log(
  argumentsOf(one, files)
    .map((arg) => `'${arg}'`)
    .join(' '),
)

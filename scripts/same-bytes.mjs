// Builds the tree once more in another folder and compares: the same sources give the same bytes,
// wherever they are. Needs the output of `npm run build`. Alone: node scripts/same-bytes.mjs
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { ROOT, Refusal, isProgram } from './child.mjs'
import { listFiles } from './hygiene.mjs'

/** The parts of `dist` that leave the machine. */
const PUBLISHED = ['cli', 'page']

/**
 * Returns the paths of a folder's files with a digest of each.
 *
 * @param {string} folder
 * @returns {ReadonlyMap<string, string>}
 */
function digestsOf(folder) {
  const paths = PUBLISHED.flatMap((part) =>
    readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((path) => join(part, path)),
  ).filter((path) => statSync(join(folder, path)).isFile())
  return new Map(
    paths.map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  )
}

/**
 * Returns the paths whose files differ, or that only one side has.
 *
 * @param {ReadonlyMap<string, string>} one
 * @param {ReadonlyMap<string, string>} other
 * @returns {string[]}
 */
function findDifferent(one, other) {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path))
}

/**
 * Links a folder's files into another one, which is made.
 *
 * @param {string} from
 * @param {string} to
 */
function linkAll(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) linkAll(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile()) linkSync(join(from, entry.name), join(to, entry.name))
  }
}

function main() {
  // On the disk of node_modules, whose files are linked: a build names them relative to its folder.
  const copy = mkdtempSync(join(ROOT, 'dist', 'same-bytes-'))
  try {
    for (const path of listFiles()) cpSync(join(ROOT, path), join(copy, path))
    linkAll(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'pipe' })
    const first = digestsOf(join(ROOT, 'dist'))
    const different = findDifferent(first, digestsOf(join(copy, 'dist')))
    for (const path of different) console.error(`differs: ${path}`)
    if (different.length > 0) throw new Refusal(`${different.length} files differ between two builds`)
    console.log(`${first.size} files are the same in two builds.`)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (isProgram(import.meta.url)) main()

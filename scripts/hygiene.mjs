// Checks what must not be in the tree: traces of the machine it was written on, skipped tests, two
// ways to write one thing, stray files, an inconsistent lock file. Alone: node scripts/hygiene.mjs
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, isProgram } from './child.mjs'
import { checkLock } from './lock-file.mjs'
import { commentIn, findPrivateLanguage } from './private-language.mjs'

/**
 * @typedef {{ rule: string, file: string, line: number, text: string }} Finding
 * @typedef {{ rule: string, says: string, pattern: RegExp, files?: RegExp, binaries?: true }} Rule `files`: only
 *   in paths that match; `binaries`: also in files that are not text
 */

/** @type {readonly Rule[]} */
const RULES = [
  {
    rule: 'machine-path',
    says: 'an absolute path of one machine',
    pattern: /(?<![\w.~-])\/(?:work|root|home|Users)\/[\w.-]+/,
    binaries: true,
  },
  {
    rule: 'registry-host',
    says: 'the address of a package registry or mirror',
    pattern: /\b(?:registry|mirrors?|artifactory|nexus)\.[\w-]+\.[a-z]{2,}\b|\/\/[\w.-]+\/:_auth/i,
    binaries: true,
  },
  {
    rule: 'unnumbered-todo',
    says: 'an open end without an issue number',
    pattern: /\b(?:TODO|FIXME|XXX)\b(?!.*#\d)/,
  },
  {
    rule: 'left-out-test',
    says: 'a test that is left out, or that leaves the others out',
    pattern: /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:only|skip|skipIf|runIf|todo|fixme)\b/,
    files: /\.(?:test|spec)\.tsx?$/,
  },
  {
    rule: 'private-modifier',
    says: 'what a class keeps to itself is written #name',
    pattern: /^\s+private (?!constructor\b)/,
    files: /\.tsx?$/,
  },
  {
    rule: 'unpinned-action',
    says: 'an action that is not pinned by the hash of a commit',
    pattern: /\buses:(?! [\w./-]+@[0-9a-f]{40} # v\d)/,
    files: /^\.github\/workflows\//,
  },
  { rule: 'conflict-marker', says: 'a merge left half done', pattern: /^(?:<{7}|>{7}) / },
]

/**
 * The files at the top level. Any other one is stray, for example a list of names or the output of
 * a trial.
 */
const ON_TOP = new Set([
  '.editorconfig',
  '.gitignore',
  '.npmrc',
  '.oxlintrc.json',
  '.prettierignore',
  '.prettierrc.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'index.html',
  'package-lock.json',
  'package.json',
  'playwright.config.ts',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
])

/** The rules and their test quote what they look for. */
const OWN_FILES = new Set(['scripts/hygiene.mjs', 'scripts/private-language.mjs', 'scripts/commands.test.ts'])

const PRIVATE_LANGUAGE = 'private-language'

/** Files whose comments are prose, and files that are prose as a whole. */
const WITH_COMMENTS = /\.(?:tsx?|mjs|css)$/
const PROSE = /\.md$|^man\//

/**
 * Exceptions, each with its reason; an unused one is itself a finding.
 *
 * @type {readonly { rule: string, file: string, because: string }[]}
 */
const ALLOWED = []

/**
 * Returns the findings in a file's content.
 *
 * @param {string} file
 * @param {string | Uint8Array} content
 * @returns {Finding[]}
 */
export function checkContent(file, content) {
  const binary = typeof content !== 'string' && content.includes(0)
  const text =
    typeof content === 'string' ? content : Buffer.from(content).toString(binary ? 'latin1' : 'utf8')
  /** @type {Finding[]} */
  const findings = []
  const rules = RULES.filter((rule) => (rule.binaries ?? !binary) && (rule.files?.test(file) ?? true))
  text.split('\n').forEach((lineText, index) => {
    for (const { rule, pattern } of rules) {
      const match = pattern.exec(lineText)
      if (match) findings.push({ rule, file, line: index + 1, text: match[0] })
    }
  })
  return binary ? findings : [...findings, ...checkProse(file, text)]
}

/**
 * Returns the words of a private language in a file's comments, or in all of a document. The past
 * releases of the changelog stay as they were published.
 *
 * @param {string} file
 * @param {string} text
 * @returns {Finding[]}
 */
function checkProse(file, text) {
  const isProse = PROSE.test(file)
  if (!isProse && !WITH_COMMENTS.test(file)) return []
  const present = file === 'CHANGELOG.md' ? withoutPastReleases(text) : text
  return present.split('\n').flatMap((line, index) => {
    const prose = isProse ? line : commentIn(line)
    return (prose === null ? [] : findPrivateLanguage(prose)).map((word) => ({
      rule: PRIVATE_LANGUAGE,
      file,
      line: index + 1,
      text: word,
    }))
  })
}

/**
 * Returns a changelog up to its first numbered release.
 *
 * @param {string} text
 */
function withoutPastReleases(text) {
  const released = text.search(/^## \[?v?\d/m)
  return released < 0 ? text : text.slice(0, released)
}

/**
 * Returns the findings about files' places.
 *
 * @param {readonly string[]} files
 * @returns {Finding[]}
 */
export function checkPlaces(files) {
  return files
    .filter((file) => !file.includes('/') && !ON_TOP.has(file))
    .map((file) => ({ rule: 'stray-file', file, line: 1, text: 'nothing of this name belongs here' }))
}

/**
 * Returns the files of the tree that a commit would contain; in a copy without git, all except
 * generated ones.
 *
 * @returns {string[]}
 */
export function listFiles() {
  if (existsSync(join(ROOT, '.git'))) {
    // A checkout that belongs to another user, as in a container, is still the one to check.
    const args = ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard']
    const output = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
    return output.split('\0').filter((path) => path !== '' && isFile(path))
  }
  const made = new Set(['node_modules', 'dist', '.tsbuild', 'test-results', 'playwright-report'])
  return readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => made.has(part)) && isFile(path))
}

/** @param {string} path */
function isFile(path) {
  return existsSync(join(ROOT, path)) && lstatSync(join(ROOT, path)).isFile()
}

/** @returns {Finding[]} */
function checkTree() {
  const files = listFiles()
  const findings = [
    ...checkPlaces(files),
    ...files
      .filter((file) => !OWN_FILES.has(file))
      .flatMap((file) => checkContent(file, readFileSync(join(ROOT, file)))),
  ]
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  for (const text of checkLock(manifest, lock)) {
    findings.push({ rule: 'lock-file', file: 'package-lock.json', line: 1, text })
  }
  const unused = ALLOWED.filter(
    ({ rule, file }) => !findings.some((one) => one.rule === rule && one.file === file),
  )
  return [
    ...findings.filter(({ rule, file }) => !ALLOWED.some((one) => one.rule === rule && one.file === file)),
    ...unused.map(({ rule, file }) => ({ rule, file, line: 1, text: 'is allowed, and no longer there' })),
  ]
}

if (isProgram(import.meta.url)) {
  const findings = checkTree()
  for (const { rule, file, line, text } of findings) {
    const says =
      rule === PRIVATE_LANGUAGE ? 'write the field’s word for' : RULES.find((one) => one.rule === rule)?.says
    console.error(`${file}:${line} ${rule}: ${says === undefined ? '' : `${says}: `}${text}`)
  }
  console.log(findings.length === 0 ? 'Nothing found.' : `${findings.length} found.`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

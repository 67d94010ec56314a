// The checks: a user's actions with one HTML file, a saved profile and a link, in a browser driven
// by scripts in the page.
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, renameSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { ROOT } from '../child.mjs'
import { addressOf, listen } from '../serve.mjs'
import { choose, inPage, PROGRESS_DELAY_MS, same, SNAPSHOT } from './in-page.mjs'
import { chooseSaved, dropSaved, followLink } from './saved-profile.mjs'

/** @typedef {import('./in-page.mjs').Given} Given */

const SAMPLE = join(ROOT, 'public', 'sample')
const BUILT = join(ROOT, 'dist', 'page')

/**
 * The checks, in order.
 *
 * @type {readonly { name: string, run: (given: Given) => Promise<void> }[]}
 */
export const CHECKS = [
  { name: 'the hosted page shows gprof’s numbers', run: hostedNumbers },
  { name: 'saves the profile, and itself with it as one HTML file', run: save },
  { name: 'which opens from a disk with the same state and numbers', run: reopen },
  { name: 'draws the graph there, in a worker', run: graph },
  { name: 'suggests cuts there, in a worker', run: cuts },
  { name: 'reaches nobody from there', run: policy },
  { name: 'saves itself again, byte for byte the same', run: saveAgain },
  { name: 'opens other files there, one of them packed in two pieces', run: openOthers },
  { name: 'a saved profile, chosen, opens with the same state and numbers', run: chooseSaved },
  { name: 'a saved profile, dropped, opens with the same state and numbers', run: dropSaved },
  { name: 'a link with the profile in it opens with the same state and numbers', run: followLink },
  { name: 'the hosted page, opened from its folder, leads to the one file', run: folderPage },
]

/**
 * Returns the data that the checks share.
 *
 * @param {import('./engine.mjs').Engine} engine
 * @param {number} port
 * @param {string} folder
 * @returns {Given}
 */
export function prepare(engine, port, folder) {
  return {
    engine,
    hosted: addressOf(port),
    saved: join(folder, 'saved.html'),
    profile: join(folder, 'saved.gmonscope'),
    state: null,
  }
}

/** @param {Given} given */
async function hostedNumbers(given) {
  await given.engine.goto(`${given.hosted}#v=1&fn=noise`)
  await inPage(given, `await press('button', 'Try a sample'); await grid()`)
  /** @type {string[][]} */
  const shown = await inPage(given, `await grid(); return rows().map(cells)`)
  const expected = gprofRows().slice(0, shown.length)
  // Name, % time and self, without units as gprof prints them; "0" is 0.00.
  const found = shown.map((row) => [row[0], ...[row[1], row[3]].map((cell) => Number.parseFloat(cell ?? ''))])
  // The page's percentages have one decimal.
  const rounded = expected.map(([name, percent, self]) => [name, Number(Number(percent).toFixed(1)), self])
  same(found, rounded)
}

function gprofRows() {
  const args = ['-b', '-p', join(SAMPLE, 'islands'), join(SAMPLE, 'gmon.out')]
  const lines = execFileSync('gprof', args, { encoding: 'utf8' }).split('\n')
  return lines.slice(lines.findIndex((line) => line.includes('cumulative')) + 2).flatMap((line) => {
    const words = line.trim().split(/\s+/)
    return words.length >= 4 ? [[words.at(-1), Number(words[0]), Number(words[2])]] : []
  })
}

/** @param {Given} given */
async function save(given) {
  await inPage(given, `await press('[role=columnheader] button', 'Calls')`)
  given.state = await inPage(given, SNAPSHOT)
  renameSync(await download(given, 'Save profile', '.gmonscope'), given.profile)
  renameSync(await download(given, 'Save HTML file', '.html'), given.saved)
}

/** @param {Given} given */
async function reopen(given) {
  if (given.state === null) throw new Error('nothing was saved')
  await given.engine.goto(pathToFileURL(given.saved).href)
  same(await inPage(given, SNAPSHOT), given.state)
}

/** @param {Given} given */
async function graph(given) {
  await inPage(
    given,
    `await press('[role=tab]', 'Graph')
    await wait('a node', () => document.querySelector('figure [data-node], [role=figure] [data-node]'))`,
  )
}

/** @param {Given} given */
async function cuts(given) {
  await inPage(
    given,
    `await press('[role=tab]', 'Cycles')
    await wait('cuts', () => document.querySelector('[role=tabpanel]')?.textContent.includes('Provably minimal'))
    await press('[role=tab]', 'Flat profile')`,
  )
}

/** @param {Given} given */
async function policy(given) {
  let asked = 0
  const trap = createServer((_, response) => {
    asked++
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('reached')
  })
  try {
    const address = addressOf(await listen(trap, 0))
    const answer = await inPage(
      given,
      `const script = document.createElement('script')
       script.append(document.createTextNode('window.ran = true'))
       document.head.append(script)
       const image = new Image()
       image.src = args[0] + 'image.png'
       const fetched = await fetch(args[0]).then(() => 'reached', () => 'refused')
       await new Promise((resolve) => setTimeout(resolve, 300))
       return [fetched, document.documentElement.ownerDocument.defaultView.ran ?? false]`,
      address,
    )
    same([answer, asked], [['refused', false], 0])
  } finally {
    trap.close()
    trap.closeAllConnections()
  }
}

/** @param {Given} given */
async function saveAgain(given) {
  // A fresh page: another view may have been shown by now.
  await given.engine.goto('about:blank')
  await given.engine.goto(pathToFileURL(given.saved).href)
  await inPage(given, SNAPSHOT)
  const again = readFileSync(await download(given, 'Save HTML file', '.html'))
  if (!again.equals(readFileSync(given.saved))) throw new Error('the two files differ')
}

/** @param {Given} given */
async function openOthers(given) {
  await given.engine.goto(pathToFileURL(join(BUILT, 'gmonscope.html')).href)
  const [profile, program] = ['gmon.out', 'islands'].map((name) => readFileSync(join(SAMPLE, name)))
  // Two gzip members make one file; browsers differ in how they handle the second.
  const parts = [profile?.subarray(0, 1000), profile?.subarray(1000)].map((part) => gzipSync(part ?? ''))
  const files = [
    ['gmon.out.gz', Buffer.concat(parts).toString('base64')],
    ['islands', program?.toString('base64') ?? ''],
  ]
  await choose(given, files)
  await inPage(given, `await grid()`)
}

/** @param {Given} given */
async function folderPage(given) {
  await given.engine.goto(pathToFileURL(join(BUILT, 'index.html')).href)
  const arrived = () =>
    inPage(
      given,
      `await wait('the page', () => location.pathname.endsWith('/gmonscope.html') && document.querySelector('h1'))`,
    )
  // A script in the page that leads on ends with it: "no such frame".
  await arrived().catch(arrived)
}

/**
 * Saves a file with a button of the page.
 *
 * @param {Given} given
 * @param {string} button
 * @param {string} ending of the file
 * @returns {Promise<string>} path
 */
async function download(given, button, ending) {
  const { downloads } = given.engine
  const before = new Set(readdirSync(downloads))
  await inPage(given, `await press('button', 'Share'); await press('button', args[0])`, button)
  for (const start = performance.now(); performance.now() - start < PROGRESS_DELAY_MS;) {
    const names = readdirSync(downloads)
    const found = names.find((name) => !before.has(name) && name.endsWith(ending))
    const isUnderWay = names.some((name) => name.endsWith('.part') || name.endsWith('.wkdownload'))
    if (found !== undefined && !isUnderWay && isWhole(join(downloads, found))) {
      await inPage(given, `document.querySelector('dialog[open] [aria-label=Close]')?.click()`)
      return join(downloads, found)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`nothing was downloaded; there is: ${readdirSync(downloads).join(', ')}`)
}

/** @param {string} path */
function isWhole(path) {
  return path.endsWith('.html') ? readFileSync(path, 'utf8').endsWith('</html>') : statSync(path).size > 0
}

// Shared by the checks: helper functions for scripts in the page, a snapshot of the screen, and
// files to open.

/**
 * @typedef {{ engine: import('./engine.mjs').Engine, hosted: string, saved: string, profile: string, state:
 *   Snapshot | null }} Given
 *   `saved`, `profile`: where the HTML file and the saved profile are kept; `state`: what was on screen when they were saved
 * @typedef {{ name: string, facts: string[], rows: string[][], selected: string, sorted: string }} Snapshot
 */

/**
 * Milliseconds. Generous, so that a busy machine does not fail a check; the engines' own limit for
 * a script is longer.
 */
export const PROGRESS_DELAY_MS = 50_000

/** Helper functions for scripts in the page; they wait as a user would. */
const WORDS = `
  const wait = async (what, look) => {
    for (const start = performance.now(); performance.now() - start < ${PROGRESS_DELAY_MS};) {
      const found = await look()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('waited for ' + what + '; there is: ' + document.body.innerText.slice(0, 300))
  }
  const named = (selector, name) => wait(name, () => [...document.querySelectorAll(selector)].find((one) =>
    !one.disabled && (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().startsWith(name)))
  const press = async (selector, name) => (await named(selector, name)).click()
  const grid = () => wait('the flat profile', () => document.querySelector('[role=grid][aria-label="Flat profile"] [data-row]'))
  const rows = () => [...document.querySelectorAll('[role=grid][aria-label="Flat profile"] [role=row][data-row]')]
  const cells = (row) => [...row.children].map((cell) => cell.getAttribute('aria-label') ?? cell.textContent ?? '')
`

/**
 * A snapshot of the screen, with the rows that any window shows, taken once the rows have changed
 * after a sort or search and those beyond the first few are drawn.
 */
export const SNAPSHOT = `
  await grid()
  await wait('the selected row', () => rows().some((row) => row.getAttribute('aria-selected') === 'true'))
  await wait('the rows asked for', () => document.querySelector('[role=grid][aria-label="Flat profile"][aria-busy=false]'))
  await wait('ten rows', () => rows().length >= 10)
  return {
    name: document.querySelector('h1').textContent,
    facts: [...document.querySelectorAll('[aria-label="The profile"] li')].map((fact) => fact.textContent),
    rows: rows().slice(0, 10).map(cells),
    selected: rows().find((row) => row.getAttribute('aria-selected') === 'true').querySelector('[role=rowheader]').ariaLabel,
    sorted: [...document.querySelectorAll('[role=columnheader][aria-sort]')].map((one) =>
      one.textContent.trim() + ' ' + one.getAttribute('aria-sort')).join(),
  }`

/**
 * Runs a script in the page.
 *
 * @param {Given} given
 * @param {string} script
 * @param {...unknown} args
 */
export async function inPage({ engine }, script, ...args) {
  const { value, error } = await engine.run(`${WORDS}${script}`, ...args)
  if (error !== undefined) throw new Error(error)
  return value
}

/** Scripts cannot set a path, so files are passed as bytes. */
export const GIVEN_FILES = `
  const given = new DataTransfer()
  for (const [name, base64] of args[0])
    given.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name))
  const input = await wait('the button', () => document.querySelector('input[type=file]'))
`

/**
 * Opens files in the page with its file input.
 *
 * @param {Given} given
 * @param {readonly (readonly string[])[]} files names and bytes, in base64
 */
export async function choose(given, files) {
  await inPage(
    given,
    `${GIVEN_FILES}
     input.files = given.files
     input.dispatchEvent(new Event('change', { bubbles: true }))`,
    files,
  )
}

/**
 * Throws unless both values are equal.
 *
 * @param {unknown} found
 * @param {unknown} expected
 */
export function same(found, expected) {
  const one = JSON.stringify(found)
  const other = JSON.stringify(expected)
  if (one === other) return
  let at = 0
  while (one[at] === other[at]) at++
  const part = (/** @type {string} */ text) => `… ${text.slice(Math.max(0, at - 60), at + 200)}`
  throw new Error(`found    ${part(one)}\n          expected ${part(other)}`)
}

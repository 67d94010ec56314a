// The checks of a saved profile and of a link that contains it: opened, they restore the screen.
import { readFileSync } from 'node:fs'
import { choose, GIVEN_FILES, inPage, same, SNAPSHOT } from './in-page.mjs'

/** @typedef {import('./in-page.mjs').Given} Given */

/** @param {Given} given */
function savedBytes({ profile }) {
  return readFileSync(profile)
}

/**
 * Opens the profile in a page without state.
 *
 * @param {Given} given
 * @param {(files: readonly (readonly string[])[]) => Promise<unknown>} hand
 */
async function openSaved(given, hand) {
  if (given.state === null) throw new Error('nothing was saved')
  await given.engine.goto('about:blank')
  await given.engine.goto(given.hosted)
  await hand([['islands.gmonscope', savedBytes(given).toString('base64')]])
  same(await inPage(given, SNAPSHOT), given.state)
}

/**
 * Opens the saved profile with the file input.
 *
 * @param {Given} given
 */
export async function chooseSaved(given) {
  await openSaved(given, (files) => choose(given, files))
}

/**
 * Drops the saved profile onto the page.
 *
 * @param {Given} given
 */
export async function dropSaved(given) {
  await openSaved(given, (files) =>
    inPage(
      given,
      `${GIVEN_FILES}
       for (const type of ['dragenter', 'dragover', 'drop'])
         document.body.dispatchEvent(new DragEvent(type, { dataTransfer: given, bubbles: true, cancelable: true }))`,
      files,
    ),
  )
}

/**
 * Follows the link. It is made from the same bytes as by the page, because the clipboard cannot be
 * read here.
 *
 * @param {Given} given
 */
export async function followLink(given) {
  if (given.state === null) throw new Error('nothing was saved')
  await given.engine.goto('about:blank')
  await given.engine.goto(`${given.hosted}#v=1&profile=data:${savedBytes(given).toString('base64url')}`)
  same(await inPage(given, SNAPSHOT), given.state)
}

// The checks of a saved profile and of the link with the same in it: opened, they show what was on screen.
import { readFileSync } from 'node:fs'
import { choose, GIVEN_FILES, inPage, same, SNAPSHOT } from './in-page.mjs'

/** @typedef {import('./in-page.mjs').Given} Given */

/** @param {Given} given */
function savedBytes({ profile }) {
  return readFileSync(profile)
}

/**
 * A page without any state, and the profile handed to it.
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

/** @param {Given} given */
export async function chooseSaved(given) {
  await openSaved(given, (files) => choose(given, files))
}

/** @param {Given} given */
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
 * As the page makes it, of the same bytes: what was copied cannot be read here.
 * @param {Given} given
 */
export async function followLink(given) {
  if (given.state === null) throw new Error('nothing was saved')
  await given.engine.goto('about:blank')
  await given.engine.goto(`${given.hosted}#v=1&profile=data:${savedBytes(given).toString('base64url')}`)
  same(await inPage(given, SNAPSHOT), given.state)
}

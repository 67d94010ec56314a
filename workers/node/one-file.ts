// An opened profile → the page that shows it, as one HTML file in pieces; and the saved profile in it.
import { existsSync, readFileSync } from 'node:fs'
import { baseNameAnywhere } from '../core/base/base-name.ts'
import type { Opened } from '../core/pipeline.ts'
import { enclose, ONE_FILE } from '../core/reports/one-file.ts'
import { contentOf } from '../core/saved/content.ts'
import { saveProfile } from '../core/saved/save.ts'
import { UsageError } from './arguments.ts'

/** From this file where it is built, and from its source. */
const PLACES = [`../page/${ONE_FILE}`, `../../dist/page/${ONE_FILE}`] as const

/** Holds names, numbers and the scenario, and nothing of the program's code. */
export async function savedProfile(opened: Opened): Promise<Uint8Array> {
  const { scenario } = opened.analyzed
  const view = opened.saved?.view ?? ''
  return saveProfile(contentOf({ ...opened, name: baseNameAnywhere(opened.name) }, { scenario, view }))
}

/** Errors: UsageError where the page is not built. */
export async function oneFile(opened: Opened): Promise<readonly string[]> {
  const bytes = Buffer.from(await savedProfile(opened)).toString('base64')
  const name = `${baseNameAnywhere(opened.name)}.gmonscope`
  return enclose(emptyPage(), { version: 1, state: '', files: [{ name, bytes }] })
}

/** Errors: UsageError where the page is not built. */
export function emptyPage(): string {
  const places = PLACES.map((place) => new URL(place, import.meta.url))
  const place = places.find((one) => existsSync(one))
  if (place === undefined)
    throw new UsageError(`the page is not built: ${ONE_FILE} is missing; npm run build makes it`)
  return readFileSync(place, 'utf8')
}

// An opened profile → the page that shows it, as one HTML file in pieces; and the saved profile in it.
import { existsSync, readFileSync } from 'node:fs'
import { baseNameAnywhere } from '../core/base/base-name.ts'
import type { Opened } from '../core/pipeline.ts'
import type { AllLines } from '../core/profile/lines/all-lines.ts'
import { enclose, ONE_FILE, type EnclosedFile } from '../core/reports/one-file.ts'
import { contentOf } from '../core/saved/content.ts'
import { saveProfile } from '../core/saved/save.ts'
import { UsageError } from './arguments.ts'

/** From this file where it is built, and from its source. */
const PLACES = [`../page/${ONE_FILE}`, `../../dist/page/${ONE_FILE}`] as const

/** Holds names, numbers and the scenario, and nothing of the program's code. */
export async function savedProfile(
  opened: Opened,
  lines: AllLines | null,
  view: string = opened.saved?.view ?? '',
): Promise<Uint8Array> {
  const { scenario } = opened.analyzed
  const named = { ...opened, name: baseNameAnywhere(opened.name) }
  return saveProfile(contentOf(named, { scenario, view }, lines))
}

/** With what changed since `before` on screen, unless that is null. Errors: UsageError where the page is not built. */
export async function oneFile(
  opened: Opened,
  lines: AllLines | null,
  before: Opened | null = null,
): Promise<readonly string[]> {
  const empty = emptyPage()
  if (!before) {
    const files = [enclosedFile(opened, await savedProfile(opened, lines))]
    return enclose(empty, { version: 1, state: '', files })
  }
  const files = [enclosedFile(opened, await savedProfile(opened, lines, COMPARING))]
  // What changed is told by function.
  const earlier = [enclosedFile(before, await savedProfile(before, null))]
  return enclose(empty, { version: 1, state: '', files, beside: { isEarlier: true, files: earlier } })
}

/** What a link says of the view that shows what changed. */
const COMPARING = 'v=1&view=compare'

const enclosedFile = ({ name }: Opened, bytes: Uint8Array): EnclosedFile => ({
  name: `${baseNameAnywhere(name)}.gmonscope`,
  bytes: Buffer.from(bytes).toString('base64'),
})

/** Errors: UsageError where the page is not built. */
export function emptyPage(): string {
  const places = PLACES.map((place) => new URL(place, import.meta.url))
  const place = places.find((one) => existsSync(one))
  if (place === undefined)
    throw new UsageError(`the page is not built: ${ONE_FILE} is missing; npm run build makes it`)
  return readFileSync(place, 'utf8')
}

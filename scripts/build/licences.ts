// Licences of the included packages, which require that their notices are distributed with the
// code.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rollup } from 'vite'

/** Name of the file beside the build. */
const LICENCES = 'licences.txt'

/** A package with its licence. */
export interface Licensed {
  readonly name: string
  readonly version: string
  readonly licence: string
  /** As published in the package. */
  readonly text: string
}

/** By folder; workers are built before the page that starts them. */
const builtIn = new Set<string>()

/**
 * Returns a build plugin that records the packages in a bundle, for worker builds, which write no
 * licence file.
 */
export function noteLicences(): Plugin {
  return {
    name: 'note-licences',
    generateBundle: { order: 'pre', handler: (_, bundle) => note(bundle) },
  }
}

/** Returns a build plugin that writes the licence file for this bundle and its workers. */
export function licences(): Plugin {
  return {
    name: 'licences',
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        note(bundle)
        this.emitFile({ type: 'asset', fileName: LICENCES, source: formatLicences(licensedBuiltIn()) })
      },
    },
  }
}

/** Returns this project and the recorded packages. */
export function licensedBuiltIn(): readonly Licensed[] {
  return ['.', ...[...builtIn].toSorted()].map(readLicence)
}

function note(bundle: Rollup.OutputBundle): void {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue
    for (const [id, { renderedLength }] of Object.entries(file.modules)) {
      const [, folder] = /(node_modules\/(?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(id) ?? []
      if (folder !== undefined && renderedLength > 0) builtIn.add(folder)
    }
  }
}

function readLicence(folder: string): Licensed {
  const about: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license } = about as Readonly<Record<string, string>>
  const names = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'LICENCE']
  const file = names.map((one) => join(folder, one)).find(existsSync)
  if (file === undefined) throw new Error(`${folder} comes without the text of its licence`)
  return {
    name: name ?? folder,
    version: version ?? '',
    licence: license ?? '',
    text: readFileSync(file, 'utf8'),
  }
}

/**
 * Returns each licence text once, below the names and owners of its packages.
 *
 * @param longest texts of more characters are replaced by their names; no limit by default
 */
export function formatLicences(packages: readonly Licensed[], longest = Infinity): string {
  const groups = new Map<string, { readonly heads: string[]; readonly text: string }>()
  for (const { name, version, licence, text } of packages) {
    const { owners, terms } = takeApart(text)
    const key = terms.replaceAll(/\s+/g, ' ')
    const group = groups.get(key) ?? {
      heads: [],
      text: terms.length > longest ? `Licence: ${licence}, https://spdx.org/licenses/${licence}` : terms,
    }
    group.heads.push([`${name} ${version} (${licence})`, ...owners].join('\n  '))
    groups.set(key, group)
  }
  return [...groups.values()].map(({ heads, text }) => `${heads.join('\n')}\n\n${text}\n`).join('\n\n')
}

/** Splits a licence into its copyright lines and the terms that all packages under it share. */
function takeApart(text: string): { readonly owners: readonly string[]; readonly terms: string } {
  const lines = text.split(/\r?\n/)
  const isOwner = (line: string): boolean => /^\s*Copyright (\(c\)|©|\d)/i.test(line)
  const isTitle = (line: string): boolean => /^(The )?MIT License( \(MIT\))?$/i.test(line.trim())
  return {
    owners: lines.filter(isOwner).map((line) => line.trim()),
    terms: lines
      .filter((line) => !isOwner(line) && !isTitle(line))
      .join('\n')
      .trim(),
  }
}

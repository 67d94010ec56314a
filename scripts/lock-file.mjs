// Checks whether package-lock.json matches package.json on any platform, without contacting a
// registry.

/**
 * @typedef {Readonly<Record<string, string>>} Ranges
 * @typedef {{ dependencies?: Ranges, devDependencies?: Ranges, optionalDependencies?: Ranges, peerDependencies?:
 *   Ranges, resolved?: string, link?: boolean }} Entry
 */

/**
 * Returns the mismatches.
 *
 * @param {Entry} manifest package.json
 * @param {{ packages: Readonly<Record<string, Entry>> }} lock
 * @returns {string[]}
 */
export function checkLock(manifest, lock) {
  const { packages } = lock
  const problems = []
  for (const kind of /** @type {const} */ (['dependencies', 'devDependencies', 'optionalDependencies'])) {
    const asked = describe(manifest[kind])
    if (asked !== describe(packages['']?.[kind])) problems.push(`${kind} are not those of package.json`)
  }
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.resolved !== undefined) problems.push(`${path} says where it was downloaded from`)
    // `npm install` omits packages for other platforms that its registry lacks; `npm ci` then
    // rejects the file.
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      if (!isLocked(packages, path, name)) problems.push(`${path} needs ${name}, which is not in the file`)
    }
  }
  return problems
}

/** @param {Ranges | undefined} ranges */
function describe(ranges) {
  return JSON.stringify(Object.entries(ranges ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

/**
 * Whether the package is locked where Node would look: in the package's own node_modules, then in
 * those of the folders above.
 *
 * @param {Readonly<Record<string, Entry>>} packages
 * @param {string} path
 * @param {string} name
 */
function isLocked(packages, path, name) {
  for (let from = path; ;) {
    if (`${from === '' ? '' : `${from}/`}node_modules/${name}` in packages) return true
    if (from === '') return false
    const above = from.lastIndexOf('/node_modules/')
    from = above < 0 ? '' : from.slice(0, above)
  }
}

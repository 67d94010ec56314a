// Class names of CSS modules: "header-list" for `list` of header.module.css. Vite's own names end
// in a hash and a line, which hardly compress: a few kilobytes of the one HTML file.
import { basename } from 'node:path'

const fileOf = new Map<string, string>()

/**
 * Returns the global name of a class.
 *
 * @throws Error if two files would have the same names
 */
export function styleName(local: string, path: string): string {
  const [file = path] = path.split('?')
  const name = basename(file, '.module.css')
  const other = fileOf.get(name) ?? file
  if (other !== file) throw new Error(`${other} and ${file} would have the same names`)
  fileOf.set(name, file)
  return `${name}-${local}`
}

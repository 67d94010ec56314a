// Annotated sources: where each file is looked for, and where its annotation goes.
import { baseName } from '../../core/base/base-name.ts'
import {
  listAnnotatedFiles,
  writeAnnotated,
  type AnnotatedInput,
} from '../../core/reports/text/annotated-text.ts'
import { TextBytes } from '../../core/reports/text/text-bytes.ts'
import { isNetworkPath } from '../network-path.ts'
import type { GprofHost } from './host.ts'
import type { GprofOptions } from './options.ts'
import { writeFile } from './write-file.ts'

/** @param feed begins a part of the output with a form feed, unless it is the first */
export function printAnnotated(
  input: AnnotatedInput,
  options: GprofOptions,
  host: GprofHost,
  feed: () => void,
): void {
  let isFirst = true
  let last = 0
  for (const file of listAnnotatedFiles(input)) {
    const source = findSource(file.path, options, host)
    if (source === null) {
      host.stderr(`${options.name}: could not locate \`${file.path}'\n`)
      continue
    }
    if (options.separateFiles) {
      const parts: Buffer[] = []
      const out = new TextBytes((bytes) => void parts.push(Buffer.from(bytes)))
      last = writeAnnotated(input, file, source, last, out)
      out.end()
      // gprof goes on with the next one.
      const refused = writeFile(host, `${baseName(file.path)}-ann`, Buffer.concat(parts))
      if (refused !== null) host.stderr(refused)
      continue
    }
    if (!isFirst) host.stdout.text('\n')
    isFirst = false
    feed()
    host.stdout.text(`*** File ${file.path}:\n`)
    last = writeAnnotated(input, file, source, last, host.stdout)
  }
}

/** By its path; else below each folder of the search list, by its path and then by its name alone. */
function findSource(path: string, options: GprofOptions, host: GprofHost): Uint8Array | null {
  const folders = [...options.sourceFolders, ...(host.sourcePath === '' ? [] : host.sourcePath.split(':'))]
  const relative = path.startsWith('/') ? [] : [path]
  const candidates = folders.flatMap((folder) =>
    [...relative, baseName(path)].map((name) => `${folder}/${name}`),
  )
  for (const candidate of isNetworkPath(path) ? candidates : [path, ...candidates]) {
    const bytes = host.readAll(candidate)
    if (typeof bytes !== 'string') return bytes
  }
  return null
}

// Annotated sources: where each file is looked for, and where its annotation goes.
import { baseName } from '../../core/base/base-name.ts'
import type { AnnotatedInput } from '../../core/reports/text/annotated-text.ts'
import { TextBytes } from '../../core/reports/text/text-bytes.ts'
import { isNetworkPath } from '../network-path.ts'
import { LARGEST_SOURCE } from '../regular-file.ts'
import { readAll, type GprofHost } from './host.ts'
import { GprofFailure, orFail } from './messages.ts'
import type { GprofOptions } from './options.ts'

/** @param feed begins a part of the output with a form feed, unless it is the first */
export async function printAnnotated(
  input: AnnotatedInput,
  options: GprofOptions,
  host: GprofHost,
  feed: () => void,
): Promise<void> {
  const { listAnnotatedFiles, writeAnnotated } = await import('../../core/reports/text/annotated-text.ts')
  let isFirst = true
  let last = 0
  for (const file of listAnnotatedFiles(input)) {
    const source = await findSource(file.path, options, host)
    if (source === null) {
      host.stderr(`gprof: could not locate \`${file.path}'\n`)
      continue
    }
    if (options.separateFiles) {
      const parts: Buffer[] = []
      const out = new TextBytes((bytes) => void parts.push(Buffer.from(bytes)))
      last = writeAnnotated(input, file, source, last, out)
      out.end()
      const name = `${baseName(file.path)}-ann`
      try {
        orFail(name, () => host.write(name, Buffer.concat(parts)))
      } catch (error) {
        // gprof goes on with the next one.
        if (!(error instanceof GprofFailure)) throw error
        host.stderr(error.message)
      }
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
async function findSource(path: string, options: GprofOptions, host: GprofHost): Promise<Uint8Array | null> {
  const folders = [...options.sourceFolders, ...(host.sourcePath === '' ? [] : host.sourcePath.split(':'))]
  const relative = path.startsWith('/') ? [] : [path]
  const candidates = folders.flatMap((folder) =>
    [...relative, baseName(path)].map((name) => `${folder}/${name}`),
  )
  for (const candidate of isNetworkPath(path) ? candidates : [path, ...candidates]) {
    const bytes = await readAll(candidate, host, LARGEST_SOURCE)
    if (typeof bytes !== 'string') return bytes
    if (bytes === 'EFBIG')
      host.stderr(
        `gprof: ${candidate}: source files of more than ${LARGEST_SOURCE / 1_000_000} MB are not read\n`,
      )
  }
  return null
}

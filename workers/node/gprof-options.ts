// gprof's command line → what to print from which files. The part of gprof's grammar that this tool speaks.

export interface GprofOptions {
  readonly brief: boolean
  readonly flat: boolean
  readonly graph: boolean
  /** Columns of the page that the index is laid out for. */
  readonly width: number
  readonly image: string
  readonly profiles: readonly string[]
}

export type ParsedOptions =
  { readonly ok: true; readonly options: GprofOptions } | { readonly ok: false; readonly message: string }

const LONG: Readonly<Record<string, string>> = { brief: 'b', 'flat-profile': 'p', graph: 'q', width: 'w' }

/** Options and operands may be mixed, as with GNU getopt; `--` ends the options. */
export function parseGprofOptions(args: readonly string[]): ParsedOptions {
  let brief = false
  let flat = false
  let graph = false
  let width = 80
  const operands: string[] = []
  const unknown = (option: string): ParsedOptions => ({
    ok: false,
    message: `option '${option}' is not supported yet; -b, -p, -q and -w are`,
  })
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] as string
    if (arg === '--') {
      operands.push(...args.slice(at + 1))
      break
    }
    if (!arg.startsWith('-') || arg === '-') {
      operands.push(arg)
      continue
    }
    const letters = arg.startsWith('--') ? LONG[arg.slice(2)] : arg.slice(1)
    if (letters === undefined) return unknown(arg)
    for (let position = 0; position < letters.length; position++) {
      const letter = letters[position]
      if (letter === 'b') brief = true
      else if (letter === 'p' && position === letters.length - 1) flat = true
      else if ((letter === 'q' && position === letters.length - 1) || letter === 'B') graph = true
      else if (letter === 'w') {
        const text = letters.slice(position + 1) || args[++at]
        width = Math.max(1, Number.parseInt(text ?? '', 10) || 0)
        break
      } else return unknown(arg)
    }
  }
  if (!flat && !graph) {
    flat = true
    graph = true
  }
  const [image = 'a.out', ...profiles] = operands
  return {
    ok: true,
    options: { brief, flat, graph, width, image, profiles: profiles.length > 0 ? profiles : ['gmon.out'] },
  }
}

// The page as one HTML file, with its scripts, styles and workers inline, and a slot for a profile.
// It opens from a disk or an e-mail, where browsers load neither modules nor workers from separate
// files.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin, Rollup } from 'vite'
import { ONE_FILE, PROFILE_SLOT } from '../../workers/core/reports/one-file.ts'
import { formatLicences, licensedBuiltIn } from './licences.ts'

/** The content policy: only the file's own script, workers started from it, and no network. */
const POLICY = [
  "default-src 'none'",
  "script-src '{{hash}}'",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  "connect-src 'none'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
].join('; ')

/** Characters of a licence in the file, which is sent by e-mail. */
const LONGEST_LICENCE = 4000

/** How the workers' clients start a worker. */
const WORKER = /new Worker\(new URL\('([^']+)', import\.meta\.url\), \{ type: 'module' \}\)/g

/**
 * Returns a build plugin that inlines the workers into the page's script, and replaces all output
 * by one document.
 */
export function oneFile(): Plugin {
  return {
    name: 'one-file',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/workers\/api\/[\w-]+\.ts$/.test(id)) return null
      const imports: string[] = []
      const changed = code.replace(WORKER, (_, path: string) => {
        const name = `InlineWorker${imports.length}`
        imports.push(`import ${name} from '${path}?worker&inline'`)
        return `new ${name}()`
      })
      return imports.length === 0 ? null : { code: [...imports, changed].join('\n'), map: null }
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const source = assemble({
          program: onlyOne(bundle, '.js'),
          styles: onlyOne(bundle, '.css'),
          icon: readFileSync('public/favicon.svg', 'utf8'),
          licences: formatLicences(licensedBuiltIn(), LONGEST_LICENCE),
        })
        for (const name of Object.keys(bundle)) delete bundle[name]
        this.emitFile({ type: 'asset', fileName: ONE_FILE, source })
      },
    },
  }
}

/** The parts of the document. */
export interface Parts {
  readonly program: string
  readonly styles: string
  /** SVG. */
  readonly icon: string
  /** Licences of the included packages, for a comment. */
  readonly licences: string
}

/**
 * Returns the document.
 *
 * @throws Error if a part would end its element or comment
 */
export function assemble(parts: Parts): string {
  const program = withoutTags(parts.program)
  if (/<\/style/i.test(parts.styles)) throw new Error('The styles hold what would end their element')
  if (parts.licences.includes('--')) throw new Error('The licences hold what would end their comment')
  const hash = `sha256-${createHash('sha256').update(program).digest('base64')}`
  const values: Readonly<Record<string, string>> = {
    policy: POLICY.replace('{{hash}}', hash),
    icon: `data:image/svg+xml;base64,${Buffer.from(parts.icon).toString('base64')}`,
    notStarted: notStarted(),
    licences: parts.licences.trim(),
    styles: parts.styles,
    slot: PROFILE_SLOT,
    program,
  }
  const frame = readFileSync(new URL('one-file.html', import.meta.url), 'utf8')
  return frame.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`one-file.html asks for {{${name}}}`)
    return value
  })
}

/** Returns the styles of the text shown if the script does not start, as on the hosted page. */
function notStarted(): string {
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  const [, styles] = /<style>([^]*?)<\/style>/.exec(page) ?? []
  if (styles === undefined) throw new Error('index.html has no styles of its own')
  return styles
}

/** Returns an equivalent program without `</script` and similar, which would end its element. */
function withoutTags(program: string): string {
  const changed = program.replace(/<(?=\/script|script|!--)/gi, '\\x3C')
  // In strings and templates \x3C means the same; elsewhere it would be a syntax error.
  return `${changed.trim()}\n`
}

function onlyOne(bundle: Rollup.OutputBundle, extension: string): string {
  const found = Object.values(bundle).filter(({ fileName }) => fileName.endsWith(extension))
  const [file] = found
  if (file === undefined || found.length > 1) {
    throw new Error(
      `One ${extension} file was to be built: ${found.map(({ fileName }) => fileName).join(', ')}`,
    )
  }
  return file.type === 'chunk' ? file.code : Buffer.from(file.source).toString()
}

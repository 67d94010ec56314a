// Preview of what is shared: counts, files, a few names or paths before redaction beside those after it.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { nameParts, type NameParts } from '../../../workers/core/names/name-parts.ts'
import { formatBytes, formatCounted } from '../../../workers/core/quantities.ts'
import { LongName } from '../../ui/LongName.tsx'
import { pathParts } from '../../ui/path-parts.ts'
import styles from './share.module.css'
import type { ShareState } from './use-shared-profile.ts'

interface Pair {
  readonly before: string
  readonly after: string
}

/** Returns how a name may be shortened if there is too little room. */
type PartsOf = (name: string) => Partial<NameParts>

const MOST_FILES = 3

export function SharePreview({ made, before }: { readonly made: ShareState; readonly before: ProfileView }) {
  const shared = made.kind === 'made' ? made.shared : null
  const row = (partsOf: PartsOf) => (pair: Pair) => <Row key={pair.before} pair={pair} partsOf={partsOf} />
  const rows = shared
    ? [...shared.nameSamples.map(row(nameParts)), ...shared.pathSamples.map(row(pathParts))]
    : []
  const counts = shared
    ? [
        formatCounted(shared.functions, 'function'),
        formatCounted(shared.arcs, 'arc'),
        ...(shared.sourceFiles > 0 ? [formatCounted(shared.sourceFiles, 'source file')] : []),
        ...(shared.lines > 0 ? [formatCounted(shared.lines, 'line')] : []),
        ...(shared.notices > 0 ? [formatCounted(shared.notices, 'notice')] : []),
        `of ${listed(shared.files)}`,
      ]
    : ['Preparing …']
  return (
    <section className={styles.preview} aria-label="What will be in it" aria-busy={!shared}>
      <p>
        {shared && (
          <>
            <strong>{formatBytes(shared.bytes.length)}</strong> ·{' '}
          </>
        )}
        {counts.join(' · ')}
      </p>
      {made.kind === 'making' && made.part !== null && (
        <progress aria-label="Reading the lines" value={made.part} max={1} />
      )}
      {rows.length > 0 && (
        <table className={styles.pairs}>
          <thead>
            <tr>
              <th scope="col">Here, in {visibleText(before.name)}</th>
              <th scope="col">As shared</th>
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </table>
      )}
    </section>
  )
}

function Row({ pair, partsOf }: { readonly pair: Pair; readonly partsOf: PartsOf }) {
  const [before, after] = [visibleText(pair.before), visibleText(pair.after)]
  return (
    <tr>
      <td title={before}>
        <LongName {...partsOf(before)} />
      </td>
      <td title={after} data-same={before === after || undefined}>
        {before === after ? 'the same' : after === '' ? 'left out' : <LongName {...partsOf(after)} />}
      </td>
    </tr>
  )
}

function listed(files: readonly string[]): string {
  const more = files.length - MOST_FILES
  return files.slice(0, MOST_FILES).map(visibleText).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

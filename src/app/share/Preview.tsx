// What will be in it: counts, files, and a few names and paths as they are and as they will be.
import type { OpenedProfile } from '../../../workers/api/contract.ts'
import { formatBytes, formatCounted } from '../../../workers/core/reports/quantities.ts'
import type { Made } from './use-shared.ts'
import styles from './share.module.css'

interface Pair {
  readonly before: string
  readonly after: string
}

const MOST_FILES = 3

export function Preview({ made, before }: { readonly made: Made; readonly before: OpenedProfile }) {
  const shared = made.kind === 'made' ? made.shared : null
  const pairs = shared ? [...shared.nameSamples, ...shared.pathSamples] : []
  const counts = shared
    ? [
        formatCounted(shared.functions, 'function'),
        formatCounted(shared.arcs, 'arc'),
        ...(shared.sourceFiles > 0 ? [formatCounted(shared.sourceFiles, 'source file')] : []),
        ...(shared.notices > 0 ? [formatCounted(shared.notices, 'notice')] : []),
        `of ${listed(shared.files)}`,
      ]
    : ['Putting it together …']
  return (
    <section className={styles.preview} aria-label="What will be in it" aria-busy={!shared}>
      <p>
        <strong>{shared ? formatBytes(shared.bytes.length) : '…'}</strong> {counts.join(' · ')}
      </p>
      {pairs.length > 0 && (
        <table className={styles.pairs}>
          <thead>
            <tr>
              <th scope="col">Here, in {before.name}</th>
              <th scope="col">In what you share</th>
            </tr>
          </thead>
          <tbody>
            {pairs.map((pair) => (
              <Row key={pair.before} pair={pair} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ pair: { before, after } }: { readonly pair: Pair }) {
  return (
    <tr>
      <td title={before}>{before}</td>
      <td title={after} data-same={before === after || undefined}>
        {before === after ? 'the same' : after === '' ? 'left out' : after}
      </td>
    </tr>
  )
}

function listed(files: readonly string[]): string {
  const more = files.length - MOST_FILES
  return files.slice(0, MOST_FILES).join(', ') + (more > 0 ? ` and ${more} more` : '')
}

// A bar for time along a path: certain parts are solid, assumed parts hatched; self time before the children's.
import type { TreeBar } from '../../../../workers/core/reports/call-tree/row-text.ts'
import styles from './call-tree.module.css'

const PARTS = ['certainSelf', 'assumedSelf', 'certainChildren', 'assumedChildren'] as const

export function PathBar({ bar }: { readonly bar: TreeBar }) {
  return (
    <span className={styles.bar} aria-hidden="true">
      {PARTS.map(
        (part) => bar[part] > 0 && <span key={part} className={styles[part]} style={widthOf(bar[part])} />,
      )}
    </span>
  )
}

const widthOf = (part: number) => ({ width: `${part * 100}%` })

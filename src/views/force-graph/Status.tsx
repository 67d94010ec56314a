// How the layout is getting on, when it takes its time or has stopped: code of its own, as most layouts are there at once.
import buttons from '../../ui/controls/controls.module.css'
import styles from './force-graph.module.css'
import type { LayoutStatus } from './use-layout.ts'

export function Status({
  status,
  onCancel,
  onRetry,
}: {
  readonly status: LayoutStatus
  readonly onCancel: () => void
  readonly onRetry: () => void
}) {
  switch (status.kind) {
    case 'idle':
      return null
    case 'slow':
      return (
        <div className={styles.working}>
          <div role="progressbar" aria-label="Laying out the graph" className={styles.progress} />
          <span>Laying out …</span>
          <button type="button" className={buttons.button} onClick={onCancel}>
            Cancel
          </button>
        </div>
      )
    case 'cancelled':
    case 'failed':
      return (
        <div className={styles.working} role={status.kind === 'failed' ? 'alert' : 'status'}>
          <span>
            {status.kind === 'failed' ? `The layout stopped: ${status.message}` : 'Layout cancelled.'}
          </span>
          <button type="button" className={buttons.button} onClick={onRetry}>
            Lay out again
          </button>
        </div>
      )
  }
}

// A link to a profile on another host: asks the user once for each host, then fetches the profile,
// with a cancel button.
import { formatBytes } from '../../../workers/core/quantities.ts'
import { agree } from '../../state/opening/open-from-link.ts'
import { decline } from '../../state/opening/open.ts'
import { StartFrame } from './StartFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'

export function HostedScreen({
  address,
  progress,
}: {
  readonly address: string
  readonly progress: { readonly done: number; readonly total: number } | null
}) {
  const { host } = new URL(address)
  return (
    <StartFrame>
      {progress ? (
        <Fetching host={host} done={progress.done} total={progress.total} />
      ) : (
        <>
          <h1 className={styles.title}>Fetch a profile from {host}?</h1>
          <p className={styles.lead}>
            This link opens a profile on another server. Your browser would ask it for
          </p>
          <p className={styles.address}>
            <code>{address}</code>
          </p>
          <p className={styles.lead}>
            The server sees your network address and this request. It gets no cookies, and nothing from the
            files that you open here.
          </p>
        </>
      )}
      <div className={styles.actions}>
        {!progress && (
          <Button look="primary" onClick={agree}>
            Fetch from {host}
          </Button>
        )}
        <Button onClick={decline}>{progress ? 'Cancel' : 'Do not fetch'}</Button>
        {!progress && <span className={styles.hint}>You are asked once for each server.</span>}
      </div>
    </StartFrame>
  )
}

function Fetching({
  host,
  done,
  total,
}: {
  readonly host: string
  readonly done: number
  readonly total: number
}) {
  const percent = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : null
  const words = total > 0 ? `${formatBytes(done)} of ${formatBytes(total)}` : formatBytes(done)
  return (
    <>
      <h1 className={styles.title}>Fetching the profile from {host}</h1>
      <div
        role="progressbar"
        aria-label="Fetching"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent === null ? {} : { 'aria-valuenow': percent })}
        aria-valuetext={words}
        className={styles.track}
      >
        <div className={styles.done} style={{ width: `${percent ?? 0}%` }} />
      </div>
      <p className={styles.lead}>{words}</p>
    </>
  )
}

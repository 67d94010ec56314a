// The profile as a file of its own, and the whole page with the profile in it as one HTML file.
import { useEffect, useState } from 'react'
import type { SharedProfile } from '../../../workers/api/contract.ts'
import { messageOf } from '../../../workers/core/base/message-of.ts'
import { formatBytes } from '../../../workers/core/reports/quantities.ts'
import controls from '../../ui/controls/controls.module.css'
import { writeHtml } from '../one-file/write-html.ts'
import { save } from '../save.ts'
import type { Made } from './use-shared.ts'
import styles from './share.module.css'

export function SaveButtons({
  made,
  onOutcome,
}: {
  readonly made: Made
  readonly onOutcome: (outcome: string) => void
}) {
  const shared = made.kind === 'made' ? made.shared : null
  const html = useHtml(shared)
  const saveAs = (blob: Blob, extension: string) => {
    const name = `${fileName(shared)}.${extension}`
    save(blob, name)
    onOutcome(`Saved ${name}, ${formatBytes(blob.size)}`)
  }
  const saveProfile = () =>
    shared && saveAs(new Blob([shared.bytes], { type: 'application/octet-stream' }), 'gmonscope')
  const isHtml = html instanceof Blob
  return (
    <div className={styles.ways}>
      <div className={styles.way}>
        <button type="button" className={controls.button} disabled={!shared} onClick={saveProfile}>
          Save profile
        </button>
        <p className={styles.text}>
          {shared ? formatBytes(shared.bytes.length) : '…'}. Opens by drop, here and with{' '}
          <code>npx gmonscope</code>.
        </p>
      </div>
      <div className={styles.way}>
        <button
          type="button"
          className={controls.button}
          disabled={!isHtml}
          onClick={() => isHtml && saveAs(html, 'html')}
        >
          Save as one HTML file
        </button>
        <p className={styles.text}>
          {isHtml
            ? `${formatBytes(html.size)}. This page and the profile: opens in any browser, without a network.`
            : (html ?? '…')}
        </p>
      </div>
    </div>
  )
}

/** A sentence where it cannot be made, null while it is being made. */
function useHtml(shared: SharedProfile | null): Blob | string | null {
  const [html, setHtml] = useState<{ readonly of: unknown; readonly is: Blob | string } | null>(null)
  useEffect(() => {
    if (!shared) return
    let isOld = false
    const file = new File([shared.bytes], `${fileName(shared)}.gmonscope`)
    writeHtml([file], '').then(
      (blob) => !isOld && setHtml({ of: shared, is: blob }),
      (error: unknown) => !isOld && setHtml({ of: shared, is: messageOf(error) }),
    )
    return () => {
      isOld = true
    }
  }, [shared])
  return html && html.of === shared ? html.is : null
}

/** A program's name may hold what a file's may not. */
function fileName(shared: SharedProfile | null): string {
  const name = (shared?.name ?? '').replaceAll(/[^\w.+-]+/g, '-').replace(/^\.+/, '')
  return name === '' ? 'profile' : name
}

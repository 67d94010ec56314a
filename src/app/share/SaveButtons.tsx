// The profile as a file of its own, and the whole page with the profile in it as one HTML file.
import { useEffect, useState } from 'react'
import type { ProfileView, SharedProfile, ShareChoice } from '../../../workers/api/contract.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { messageOf } from '../../../workers/core/base/result.ts'
import { formatBytes } from '../../../workers/core/reports/quantities.ts'
import controls from '../../ui/controls.module.css'
import { useStore } from '../../state/store.ts'
import { writeHtml, type BaselineToWrite } from '../one-file/write-html.ts'
import { save } from '../save.ts'
import { useShareOfBaseline } from './use-share-of-baseline.ts'
import type { Made } from './use-shared.ts'
import styles from './share.module.css'

export function SaveButtons({
  opened,
  choice,
  made,
  onOutcome,
}: {
  readonly opened: ProfileView
  readonly choice: ShareChoice
  readonly made: Made
  readonly onOutcome: (outcome: string) => void
}) {
  const shared = made.kind === 'made' ? made.shared : null
  const baseline = useStore(({ ui }) => (ui.baseline.phase === 'ready' ? ui.baseline.value : null))
  const [isAlone, setAlone] = useState(false)
  const other = useShareOfBaseline(isAlone ? null : baseline, opened, choice)
  const html = useHtml(shared, other)
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
            ? `${formatBytes(html.size)}. This page and ${other ? 'both profiles, as chosen above' : 'the profile'}: opens in any browser, without a network.`
            : (html ?? '…')}
        </p>
        {baseline && (
          <label className={styles.option}>
            <input type="checkbox" checked={!isAlone} onChange={({ target }) => setAlone(!target.checked)} />
            <span className={styles.text}>
              The HTML file holds the profile {baseline.isEarlier ? 'before' : 'after'}, too:{' '}
              {baseline.opened.files.map(({ name }) => visibleText(name)).join(', ')}
            </span>
          </label>
        )}
      </div>
    </div>
  )
}

/**
 * A sentence where it cannot be made, null while it is being made.
 *
 * @param other the profile beside: null if it stays here, a sentence where it cannot be had
 */
function useHtml(
  shared: SharedProfile | null,
  other: BaselineToWrite | 'making' | { readonly why: string } | null,
): Blob | string | null {
  const [html, setHtml] = useState<{
    readonly of: unknown
    readonly beside: unknown
    readonly is: Blob | string
  } | null>(null)
  useEffect(() => {
    if (!shared || other === 'making' || (other && 'why' in other)) return
    let isOld = false
    const file = new File([shared.bytes], `${fileName(shared)}.gmonscope`)
    writeHtml([file], '', other).then(
      (blob) => !isOld && setHtml({ of: shared, beside: other, is: blob }),
      (error: unknown) => !isOld && setHtml({ of: shared, beside: other, is: messageOf(error) }),
    )
    return () => {
      isOld = true
    }
  }, [shared, other])
  if (other && other !== 'making' && 'why' in other) return other.why
  return html && html.of === shared && html.beside === other ? html.is : null
}

/** A program's name may hold what a file's may not. */
function fileName(shared: SharedProfile | null): string {
  const name = (shared?.name ?? '').replaceAll(/[^\w.+-]+/g, '-').replace(/^\.+/, '')
  return name === '' ? 'profile' : name
}

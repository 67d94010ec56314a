// Saves the profile as a file, or as one HTML file with the page.
import { useEffect, useRef, useState } from 'react'
import type { ProfileView, ShareChoice, SharedProfile } from '../../../workers/api/contract.ts'
import { useStore } from '../../state/store.ts'
import { save } from './save-and-copy.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { formatBytes } from '../../../workers/core/quantities.ts'
import { messageOf } from '../../../workers/core/base/result.ts'
import { type BaselineToWrite, emptyDocument, writeHtml } from './write-html.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './share.module.css'
import { type ShareState, useShareOfBaseline } from './use-shared-profile.ts'

/** Saves a file named after the profile, and reports it. */
function saveAs(
  blob: Blob,
  shared: SharedProfile | null,
  extension: string,
  onOutcome: (outcome: string) => void,
): void {
  const name = `${fileName(shared)}.${extension}`
  save(blob, name)
  onOutcome(`Saved ${name}, ${formatBytes(blob.size)}`)
}

export function SaveProfile({
  made,
  onOutcome,
}: {
  readonly made: ShareState
  readonly onOutcome: (outcome: string) => void
}) {
  const shared = made.kind === 'made' ? made.shared : null
  const saveProfile = () =>
    shared &&
    saveAs(new Blob([shared.bytes], { type: 'application/octet-stream' }), shared, 'gmonscope', onOutcome)
  return (
    <div className={styles.way}>
      <Button disabled={!shared} onClick={saveProfile}>
        Save profile
      </Button>
      <p className={styles.text}>
        {shared ? formatBytes(shared.bytes.length) : '…'}. Opens by drop, here and with{' '}
        <code>npx gmonscope</code>.
      </p>
    </div>
  )
}

export function SaveHtml({
  opened,
  choice,
  made,
  isFirst,
  onOutcome,
}: {
  readonly opened: ProfileView
  readonly choice: ShareChoice
  readonly made: ShareState
  readonly isFirst: boolean
  readonly onOutcome: (outcome: string) => void
}) {
  const shared = made.kind === 'made' ? made.shared : null
  const baseline = useStore(({ ui }) => (ui.baseline.phase === 'ready' ? ui.baseline.value : null))
  const [isAlone, setAlone] = useState(false)
  const other = useShareOfBaseline(isAlone ? null : baseline, opened, choice)
  const html = useHtml(shared, other)
  const isHtml = html instanceof Blob
  return (
    <div className={styles.way}>
      <Button
        look={isFirst ? 'primary' : 'button'}
        disabled={!isHtml}
        onClick={() => isHtml && saveAs(html, shared, 'html', onOutcome)}
      >
        Save HTML file
      </Button>
      <p className={styles.text}>
        {isHtml
          ? `${formatBytes(html.size)}. This page and ${other ? 'both profiles, as chosen below' : 'the profile'}: opens in any browser, without a network.`
          : (html ?? '…')}
      </p>
      {baseline && (
        <label className={styles.option}>
          <input type="checkbox" checked={!isAlone} onChange={({ target }) => setAlone(!target.checked)} />
          <span className={styles.text}>
            Include the profile {baseline.isEarlier ? 'before' : 'after'}:{' '}
            {baseline.opened.files.map(({ name }) => visibleText(name)).join(', ')}
          </span>
        </label>
      )}
    </div>
  )
}

/**
 * Returns the HTML file, a sentence if it cannot be made, or null while it is being made.
 *
 * @param other the baseline; null if it is not shared, a sentence if it is unavailable
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
  // Once: its size is needed before it is saved.
  const empty = useRef<Promise<string> | null>(null)
  useEffect(() => {
    if (!shared || other === 'making' || (other && 'why' in other)) return
    let isOld = false
    const file = new File([shared.bytes], `${fileName(shared)}.gmonscope`)
    const setIs = (is: Blob | string) => !isOld && setHtml({ of: shared, beside: other, is })
    empty.current ??= emptyDocument()
    empty.current
      .then((document) => writeHtml(document, [file], '', other))
      .then(setIs, (error: unknown) => {
        empty.current = null
        setIs(messageOf(error))
      })
    return () => {
      isOld = true
    }
  }, [shared, other])
  if (other && other !== 'making' && 'why' in other) return other.why
  return html && html.of === shared && html.beside === other ? html.is : null
}

/**
 * Returns a name that a file system accepts: a program's name may hold characters that a file name
 * may not.
 */
function fileName(shared: SharedProfile | null): string {
  const name = (shared?.name ?? '').replaceAll(/[^\w.+-]+/g, '-').replace(/^\.+/, '')
  return name === '' ? 'profile' : name
}

// The link to what is on screen. It carries no measurements: whoever opens it drops the same files.
import { useCallback, useState } from 'react'
import { togglePanel } from '../state/preferences.ts'
import { useStore } from '../state/store.ts'
import { currentLink } from '../state/url/sync.ts'
import controls from '../ui/controls.module.css'
import { ShareIcon } from '../ui/icons.tsx'
import { Popover } from '../ui/Popover.tsx'
import styles from './menu.module.css'

export function ShareMenu() {
  const isOpen = useStore((state) => state.local.panel === 'share')
  const [outcome, setOutcome] = useState('')
  const onToggle = useCallback(() => {
    setOutcome('')
    togglePanel('share')
  }, [])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(currentLink())
      setOutcome('Copied')
    } catch {
      setOutcome('The browser did not allow it. The address bar has the same link.')
    }
  }
  return (
    <Popover label="Share" icon={<ShareIcon />} isOpen={isOpen} onToggle={onToggle}>
      <p className={styles.text}>
        The link holds the view, the selected function, the search, the order and what is cut. The files stay
        with you: whoever opens it drops them, too.
      </p>
      <div className={styles.row}>
        <button type="button" className={controls.primary} onClick={() => void copy()}>
          Copy link
        </button>
        <span role="status" className={styles.text}>
          {outcome}
        </span>
      </div>
    </Popover>
  )
}

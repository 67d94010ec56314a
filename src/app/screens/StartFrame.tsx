// The frame of every screen before a profile is open, with the home link, which the header shows too.
import type { MouseEvent, ReactNode } from 'react'
import { EMPTY_URL_STATE } from '../../state/url/url-state.ts'
import { navigate } from '../../state/url/address.ts'
import { Logo } from '../../ui/icons.tsx'
import { useLostFocus } from '../../ui/focus.ts'
import { useStore } from '../../state/store.ts'
import { startOver } from '../../state/opening/open.ts'
import styles from './start.module.css'
import { ThemeButton } from './ThemeButton.tsx'

export function StartFrame({ children }: { readonly children: ReactNode }) {
  useLostFocus()
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <HomeLink isNamed />
        <span className={styles.space} />
        <ThemeButton />
      </header>
      {/* Gets the focus when the focused element is removed. */}
      <main className={styles.column} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

export function HomeLink({ isNamed = false }: { readonly isNamed?: boolean }) {
  const isHosted = useStore((state) => state.ui.ownText === null)
  return (
    <a
      href={isHosted ? '../' : '#'}
      className={styles.home}
      title="Start over"
      aria-label="gmonscope: start over"
      onClick={leave}
    >
      <Logo />
      {isNamed && 'gmonscope'}
    </a>
  )
}

function leave(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  startOver()
  navigate(EMPTY_URL_STATE, 'push')
}

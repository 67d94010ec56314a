// The frame around every screen before there is a profile: mark, theme, and a calm column.
import type { ReactNode } from 'react'
import { HomeLink } from '../header/HomeLink.tsx'
import { ThemeButton } from '../header/ThemeButton.tsx'
import { useLostFocus } from '../lost-focus.ts'
import styles from './start.module.css'

export function StartFrame({ children }: { readonly children: ReactNode }) {
  useLostFocus()
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <HomeLink isNamed />
        <span className={styles.space} />
        <ThemeButton />
      </header>
      {/* Has the focus where what had it is gone. */}
      <main className={styles.column} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}

// The frame around every screen before there is a profile: mark, theme, and a calm column.
import type { ReactNode } from 'react'
import { HomeLink } from '../header/HomeLink.tsx'
import { ThemeButton } from '../header/ThemeButton.tsx'
import styles from './start.module.css'

export function StartFrame({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <header className={styles.bar}>
        <HomeLink isNamed />
        <span className={styles.space} />
        <ThemeButton />
      </header>
      <main className={styles.column}>{children}</main>
    </div>
  )
}

// Why the figure is empty, and what would fill it.
import type { ReactNode } from 'react'
import styles from './force-graph.module.css'

export function Empty({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={styles.empty}>
      <p>{text}</p>
      {children}
    </div>
  )
}

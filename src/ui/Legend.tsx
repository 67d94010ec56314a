// What the colours of a picture or a tree mean, in a line below it.
import type { ReactNode } from 'react'
import styles from './table.module.css'

export function Legend({
  marks,
  children,
}: {
  readonly marks: readonly { readonly text: string; readonly mark: ReactNode }[]
  readonly children: ReactNode
}) {
  return (
    <footer className={styles.legend}>
      <p>{children}</p>
      <ul className={styles.legendKeys} aria-label="Legend">
        {marks.map(({ text, mark }) => (
          <li key={text}>
            {mark}
            {text}
          </li>
        ))}
      </ul>
    </footer>
  )
}

/** @param className gives it the colour that it explains */
export function Swatch({ className = '' }: { readonly className?: string | undefined }) {
  return <span className={`${styles.swatch} ${className}`} />
}

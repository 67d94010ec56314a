// "parent → child", or one function, of which each end keeps what tells it apart where there is too little room.
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { LongName } from './LongName.tsx'
import styles from './long-name.module.css'

export function ArcTitle({ title }: { readonly title: string }) {
  const [parent = '', child] = title.split(' → ')
  const end = (name: string) => (
    <span className={styles.end}>
      <LongName {...nameParts(name)} />
    </span>
  )
  return (
    <code className={styles.arc} title={title}>
      {end(parent)}
      {child !== undefined && (
        <>
          <span className={styles.to}> → </span>
          {end(child)}
        </>
      )}
    </code>
  )
}

// "parent → child", of which each end keeps what tells it apart where there is too little room.
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { LongName } from '../../ui/text/LongName.tsx'
import styles from './cycles.module.css'

export function ArcTitle({ title }: { readonly title: string }) {
  const [parent = '', child = ''] = title.split(' → ')
  return (
    <code className={styles.arcName} title={title}>
      <span className={styles.end}>
        <LongName {...nameParts(parent)} />
      </span>
      <span className={styles.to}> → </span>
      <span className={styles.end}>
        <LongName {...nameParts(child)} />
      </span>
    </code>
  )
}

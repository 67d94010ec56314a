// Over what is open or under way: something that was dropped could not be taken, and all else goes on.
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { useStore } from '../../state/store.ts'
import { forgetRefused } from '../../state/opening/open.ts'
import { CloseIcon, IconButton } from '../../ui/controls.tsx'
import styles from './working.module.css'

export function RefusedBar() {
  const refused = useStore((state) => state.ui.refused)
  if (!refused) return null
  const { title, remedy } = problemText(refused)
  return (
    <div role="alert" className={`${styles.rest} ${styles.refused}`}>
      <p>
        <strong>{title}.</strong> {remedy}
      </p>
      <IconButton label="Close" onClick={forgetRefused}>
        <CloseIcon />
      </IconButton>
    </div>
  )
}

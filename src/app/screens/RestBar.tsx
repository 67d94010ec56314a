// Over the first rows of a profile, where the rest of it takes long: how far that is, and a way out.
import { useEffect, useState } from 'react'
import type { Step } from '../../../workers/api/contract.ts'
import { cancel } from '../../state/opening/open.ts'
import { PATIENCE_MS } from '../../state/worker/patience.ts'
import controls from '../../ui/controls/controls.module.css'
import { howFar } from './stages.ts'
import styles from './working.module.css'

export function RestBar({ step }: { readonly step: Step | null }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isLong) return null
  const { stages, current, percent } = howFar(step, false)
  return (
    <div className={styles.rest}>
      <span>{stages[current]?.words} …</span>
      <progress aria-label="Opening" value={percent} max={100} />
      <button type="button" className={controls.button} onClick={cancel}>
        Cancel
      </button>
    </div>
  )
}

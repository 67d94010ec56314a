// Asks whether the page around this one may open something here.
import { useEffect, useState } from 'react'
import { visibleText } from '../../../workers/core/base/text.ts'
import controls from '../../ui/controls.module.css'
import { Dialog } from '../../ui/overlays.tsx'
import styles from '../menu.module.css'
import { startGuest, type Question } from './guest.ts'

const SHOWN = 4

export function Guest() {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => startGuest(setQuestion), [])
  const leave = () => question?.answer(false)
  return (
    <Dialog title="A profile from another page" isOpen={question !== null} onClose={leave}>
      {question && (
        <>
          <p>
            {question.origin === 'null' ? 'A page without an address' : <strong>{question.origin}</strong>},
            which shows gmonscope in a frame, would like to open here: {namesOf(question)}.
          </p>
          <div className={styles.buttons}>
            <button type="button" className={controls.primary} onClick={() => question.answer(true)}>
              Open it
            </button>
            <button type="button" className={controls.quiet} onClick={leave}>
              No
            </button>
          </div>
          <p className={styles.note}>
            It learns whether that worked, and nothing else: not what else you open, nor what you look at.
          </p>
        </>
      )}
    </Dialog>
  )
}

function namesOf({ handedIn: { files } }: Question): string {
  const names = files.slice(0, SHOWN).map(({ name }) => visibleText(name))
  const rest = files.length - names.length
  return names.join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}

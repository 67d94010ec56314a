// Asks the user before the page, embedded in a frame, opens a profile from the page around it.
import { useEffect, useState } from 'react'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from '../menu.module.css'
import { type Question, receiveProfiles } from './receive-profiles.ts'

const SHOWN = 4

export function EmbedPrompt() {
  const [question, setQuestion] = useState<Question | null>(null)
  useEffect(() => receiveProfiles(setQuestion), [])
  const leave = () => question?.answer(false)
  return (
    <Dialog title="A profile from another page" isOpen={question !== null} onClose={leave}>
      {question && (
        <>
          <p>
            {question.origin === 'null' ? 'A page without an address' : <strong>{question.origin}</strong>},
            which shows gmonscope in a frame, wants to open here: {namesOf(question)}.
          </p>
          <div className={styles.buttons}>
            <Button look="primary" onClick={() => question.answer(true)}>
              Open it
            </Button>
            <Button look="quiet" onClick={leave}>
              No
            </Button>
          </div>
          <p className={styles.note}>It learns only whether that worked, not what you open or look at.</p>
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

// How far the search through the program's code is, and a way out.
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'

export function CodeProgress({ onCancel }: { readonly onCancel: () => void }) {
  const asked = useStore((state) => state.ui.possibleCalls)
  if (asked.phase !== 'loading' || asked.progress === null) return null
  return (
    <>
      <progress aria-label="Reading the program’s code" value={asked.progress} max={1} />
      <button type="button" className={controls.quiet} onClick={onCancel}>
        Cancel
      </button>
    </>
  )
}

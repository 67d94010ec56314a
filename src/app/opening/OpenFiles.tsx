// The button that opens files, in whatever dress it is needed.
import type { ReactNode } from 'react'
import { offer } from '../../state/opening/drop-actions.ts'
import controls from '../../ui/controls.module.css'

export function OpenFiles({
  look,
  children,
}: {
  readonly look: 'primary' | 'button' | 'quiet'
  readonly children: ReactNode
}) {
  return (
    <label className={controls[look]}>
      {children}
      <input
        type="file"
        multiple
        className={controls.hidden}
        aria-label="Open profile files"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same files can be chosen again.
          event.target.value = ''
          offer(files)
        }}
      />
    </label>
  )
}

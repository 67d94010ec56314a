// The panel that chooses the columns of the flat profile.
import { useCallback, useState } from 'react'
import { SCREEN_HEADINGS } from '../../../workers/core/reports/flat-rows.ts'
import { ColumnsIcon } from '../../ui/icons.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './flat-profile.module.css'
import { type Columns, type NumberColumn, DEFAULT, GPROF, CHOICES } from './columns.ts'

/** Chooses columns, and forgets dragged widths. */
export function ColumnChooser({ shown, choice, choose }: Columns) {
  const [isOpen, setOpen] = useState(false)
  const toggle = useCallback(() => setOpen((before) => !before), [])
  const { widths } = choice
  const isAt = (preset: readonly NumberColumn[]) => preset.join() === (choice.shown ?? DEFAULT).join()
  const presets = [
    { label: 'Default columns', preset: DEFAULT },
    { label: 'gprof columns', preset: GPROF },
  ]
  return (
    <div className={styles.chooser}>
      <Popover label="Columns" icon={<ColumnsIcon />} isOpen={isOpen} onToggle={toggle}>
        <ul className={styles.choices}>
          {CHOICES.map((column) => (
            <li key={column}>
              <label>
                <input
                  type="checkbox"
                  checked={shown.includes(column)}
                  onChange={({ target }) =>
                    choose({
                      shown: CHOICES.filter((other) =>
                        other === column ? target.checked : shown.includes(other),
                      ),
                      widths,
                    })
                  }
                />
                {SCREEN_HEADINGS[column]}
              </label>
            </li>
          ))}
        </ul>
        {presets.map(({ label, preset }) => (
          <Button
            look="toggle"
            key={label}
            aria-pressed={isAt(preset)}
            onClick={() => choose({ shown: preset === DEFAULT ? null : preset, widths })}
          >
            {label}
          </Button>
        ))}
        <Button
          disabled={Object.keys(widths).length === 0}
          onClick={() => choose({ shown: choice.shown, widths: {} })}
        >
          Reset widths
        </Button>
      </Popover>
    </div>
  )
}

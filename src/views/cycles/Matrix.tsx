// Calls inside a small cycle, callers down and callees across. A cell is a button that shows the arc in the list below.
import type { ArcIndex } from '../../../workers/core/profile/tables.ts'
import type { CycleMatrix } from '../../../workers/core/reports/cycles/cycle-arcs.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { shortenAll } from '../../../workers/core/reports/names/shorten-name.ts'
import styles from './matrix.module.css'

/** Of a name before its row; the whole is in its tip. */
const NAME_LENGTH = 24

export function Matrix({
  name,
  matrix,
  suggested,
  chosen,
  onChoose,
}: {
  readonly name: string
  readonly matrix: CycleMatrix
  readonly suggested: ReadonlySet<ArcIndex>
  readonly chosen: ArcIndex | null
  readonly onChoose: (arc: ArcIndex | null) => void
}) {
  const names = shortenAll(
    matrix.members.map((member) => member.name),
    NAME_LENGTH,
  )
  return (
    <div className={styles.matrixScroller}>
      <table className={styles.matrix} aria-label={`Matrix of ${name}`}>
        <thead>
          <tr>
            <td className={styles.corner}>calls ↓ →</td>
            {matrix.members.map((member, column) => (
              <th key={member.f} scope="col" title={member.name}>
                {column + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {matrix.members.map((member, row) => (
            <tr key={member.f}>
              <th scope="row" title={member.name}>
                <span className={styles.order}>{row + 1}</span> <code>{names[row]}</code>
              </th>
              {matrix.cells[row]?.map((arc, column) => (
                <td key={matrix.members[column]?.f} data-self={row === column}>
                  {arc && (
                    <button
                      type="button"
                      className={styles.cell}
                      data-arc={arc.arc}
                      data-suggested={suggested.has(arc.arc)}
                      aria-pressed={arc.arc === chosen}
                      aria-label={`${arc.title}: ${arc.calls}`}
                      onClick={() => onChoose(arc.arc === chosen ? null : arc.arc)}
                    >
                      {/* Of the button itself it would be read out twice. */}
                      <span className={styles.count} title={`${arc.title}: ${arc.calls}`}>
                        {formatCount(arc.count)}
                      </span>
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

// The calls inside a small cycle as a matrix, callers down, callees across. A cell is a button that shows
// the arc in the list below.
import type { CycleMatrix } from '../../../workers/core/reports/inside-arcs.ts'
import type { ArcIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount } from '../../../workers/core/quantities.ts'
import { shortenAll } from '../../../workers/core/names/shorten-name.ts'
import styles from './cycles.module.css'

/** Characters of a name before its row; the tooltip has the full name. */
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
                      {/* On the span, because a title on the button would be announced twice. */}
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

// A small cycle as a drawing: members on a ring, calls as arrows. The list below holds the same data.
import { useId } from 'react'
import type { CycleMatrix } from '../../../workers/core/reports/inside-arcs.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { shortenAll } from '../../../workers/core/names/shorten-name.ts'
import styles from './cycles.module.css'
import { ringPlaces, ringPath } from './ring-places.ts'

const LABEL_LENGTH = 20

export function Ring({
  name,
  matrix,
  suggested,
  chosen,
  loop,
}: {
  readonly name: string
  readonly matrix: CycleMatrix
  readonly suggested: ReadonlySet<ArcIndex>
  readonly chosen: ArcIndex | null
  /** The functions of the highlighted loop, in order. */
  readonly loop: readonly FunctionIndex[]
}) {
  const marker = useId()
  const names = shortenAll(
    matrix.members.map((member) => member.name),
    LABEL_LENGTH,
  )
  const places = ringPlaces(matrix.members.length)
  const inLoop = new Set(loop.slice(1).map((f, at) => `${loop[at]} ${f}`))
  return (
    <svg className={styles.ring} viewBox="-230 -112 460 224" role="img" aria-label={`Drawing of ${name}`}>
      <marker
        id={marker}
        viewBox="0 0 8 8"
        refX="3"
        refY="4"
        markerWidth="8"
        markerHeight="8"
        markerUnits="userSpaceOnUse"
        orient="auto"
      >
        <path d="M0,0L8,4L0,8Z" className={styles.ringHead} />
      </marker>
      {matrix.cells.flatMap((row, from) =>
        row.map((arc, to) => {
          const [start, end] = [places[from], places[to]]
          if (!arc || !start || !end) return null
          return (
            <path
              key={arc.arc}
              d={ringPath(start, end)}
              className={styles.ringArc}
              data-suggested={suggested.has(arc.arc)}
              data-chosen={arc.arc === chosen}
              data-loop={inLoop.has(`${arc.parent} ${arc.child}`)}
              markerEnd={`url(#${marker})`}
            >
              <title>{`${arc.title}: ${arc.calls}`}</title>
            </path>
          )
        }),
      )}
      {matrix.members.map((member, at) => {
        const place = places[at]
        if (!place) return null
        return (
          <g key={member.f}>
            <circle cx={place.x} cy={place.y} r="6" className={styles.ringMark} />
            <text x={place.labelX} y={place.labelY} textAnchor={place.anchor} className={styles.ringLabel}>
              {names[at]}
              <title>{member.name}</title>
            </text>
          </g>
        )
      })}
    </svg>
  )
}

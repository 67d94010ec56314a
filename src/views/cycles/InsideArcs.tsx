// The calls inside a cycle: a list with the shortest loop of each, and for a small cycle also a
// matrix and a ring.
import { useId, useMemo, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { arcName } from '../../../workers/core/reports/names/names.ts'
import {
  busiestInside,
  type CutEffect,
  type CycleMatrix,
  type CycleSummary,
  explainCut,
  type InsideArc,
  insideRows,
  othersInside,
} from '../../../workers/core/reports/cycles.ts'
import { shortenAll } from '../../../workers/core/reports/names/shorten-name.ts'
import { formatCount } from '../../../workers/core/reports/quantities.ts'
import { cut } from '../../state/scenario.ts'
import { CutIcon } from '../../ui/controls.tsx'
import { ArcTitle } from '../../ui/text.tsx'
import controls from '../../ui/controls.module.css'
import styles from './cycles.module.css'

/** Characters of a name in a loop; the tooltip has the full name. */
const LOOP_NAME = 40
const MOST_AT_FIRST = 12
const AT_ONCE = 100
/**
 * Limit on arcs of the cycle times visible rows. Up to it loops are computed for all rows, beyond
 * it for the chosen one.
 */
const CHEAP = 60_000

export function InsideArcs({
  opened,
  summary,
  inside,
  suggested,
  chosen,
  onChoose,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  /** Null while they are searched for. */
  readonly inside: Uint32Array<ArrayBuffer> | null
  readonly suggested: ReadonlySet<ArcIndex>
  readonly chosen: ArcIndex | null
  readonly onChoose: (arc: ArcIndex | null) => void
}) {
  const { analyzed } = opened
  const { cycle, name } = summary
  const [limit, setLimit] = useState(MOST_AT_FIRST)
  const busiest = useMemo(
    () => (inside ? busiestInside(analyzed, inside, limit) : []),
    [analyzed, inside, limit],
  )
  const rows = useMemo(() => {
    if (!inside) return []
    const marked = othersInside(chosen === null ? suggested : [...suggested, chosen], inside, busiest)
    return insideRows(analyzed, [...busiest, ...busiestInside(analyzed, marked, AT_ONCE)])
  }, [analyzed, inside, busiest, suggested, chosen])
  const length = inside?.length ?? 0
  const isCheap = length * rows.length <= CHEAP
  const stories = useMemo(
    () => rows.map(({ arc }) => (isCheap || arc === chosen ? explainCut(analyzed, cycle, arc) : null)),
    [rows, isCheap, chosen, analyzed, cycle],
  )
  return (
    <section className={styles.wide}>
      <h3 className={styles.subtitle}>
        Calls inside{' '}
        <span className={styles.quiet}>{inside ? `${formatCount(length)} arcs, busiest first` : '…'}</span>
      </h3>
      <ul className={styles.arcs} aria-label={`Calls inside ${name}`}>
        {rows.map((row, at) => (
          <ArcRow
            key={row.arc}
            opened={opened}
            row={row}
            story={stories[at] ?? null}
            isSuggested={suggested.has(row.arc)}
            isChosen={row.arc === chosen}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {length > rows.length && (
        <button type="button" className={controls.quiet} onClick={() => setLimit(limit + AT_ONCE)}>
          {formatCount(Math.min(AT_ONCE, length - rows.length))} more of {formatCount(length - rows.length)}
        </button>
      )}
    </section>
  )
}

function ArcRow({
  opened,
  row,
  story,
  isSuggested,
  isChosen,
  onChoose,
}: {
  readonly opened: ProfileView
  readonly row: InsideArc
  /** Null until it is requested. */
  readonly story: CutEffect | null
  readonly isSuggested: boolean
  readonly isChosen: boolean
  readonly onChoose: (arc: ArcIndex) => void
}) {
  return (
    <li className={styles.arc} data-arc={row.arc} data-chosen={isChosen}>
      <div className={styles.arcWords}>
        <p className={styles.arcLine}>
          <ArcTitle title={row.title} />
          {isSuggested && <span className={styles.suggested}>suggested cut</span>}
        </p>
        {story ? (
          <p className={styles.quiet}>
            <span className={styles.story}>
              loop <code title={story.loopText}>{shortLoop(story.loopText)}</code>
            </span>
            <span className={styles.story}>without it {story.without}</span>
          </p>
        ) : (
          <button type="button" className={styles.tell} onClick={() => onChoose(row.arc)}>
            Show its shortest loop
          </button>
        )}
      </div>
      <span className={styles.calls}>{row.calls}</span>
      <button
        type="button"
        className={controls.button}
        aria-label={`Cut ${row.title}`}
        title="As if these calls had not been counted (x)"
        onClick={() => cut([arcName(opened.analyzed, row.arc)])}
      >
        <CutIcon />
        Cut
      </button>
    </li>
  )
}

function shortLoop(text: string): string {
  return shortenAll(text.split(' → '), LOOP_NAME).join(' → ')
}

// The calls inside a small cycle as a matrix, callers down and callees across. A cell is a button
// that shows the arc in the list below.

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

// A small cycle as a drawing: members on a ring, calls as arrows. The list below holds the same
// data.

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

// The geometry: members on a ring, arcs as curves that bend inwards, so that the two directions of
// a pair are apart.

/** A member's position on the ring. */
export interface RingPlace {
  readonly x: number
  readonly y: number
  /** Where the label starts, and its text anchor. */
  readonly labelX: number
  readonly labelY: number
  readonly anchor: 'start' | 'middle' | 'end'
}

const RADIUS = 78
const MARK = 6
const LABEL_GAP = 12

/** Returns positions on the ring: the first on top, then clockwise. */
function ringPlaces(count: number): readonly RingPlace[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    return {
      x: RADIUS * across,
      y: RADIUS * down,
      labelX: (RADIUS + LABEL_GAP) * across,
      labelY: (RADIUS + LABEL_GAP) * down + 4 + 4 * down,
      anchor: Math.abs(across) < 0.2 ? 'middle' : across > 0 ? 'start' : 'end',
    }
  })
}

/** Returns the curve between two marks, bent to the right of its direction. */
function ringPath(from: RingPlace, to: RingPlace): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const bend = 0.16 * length
  const middle = {
    x: (from.x + to.x) / 2 - (bend * dy) / length,
    y: (from.y + to.y) / 2 + (bend * dx) / length,
  }
  const start = towards(from, middle, MARK + 1)
  const end = towards(to, middle, MARK + 5)
  return `M${point(start)}Q${point(middle)} ${point(end)}`
}

interface Point {
  readonly x: number
  readonly y: number
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const part = length === 0 ? 0 : distance / length
  return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }
}

const point = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`

// The cycles view: the removed arcs, suggested cuts, and a card for each cycle.
import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import {
  arcsOf,
  busiestInside,
  type CutEffect,
  cycleArcsInSteps,
  cycleMatrix,
  type CycleMatrix,
  type CycleSummary,
  type CycleText,
  explainCut,
  type InsideArc,
  insideRows,
  listCallers,
  listCycles,
  listMembers,
  type MemberRow,
  othersInside,
} from '../../../workers/core/reports/cycles.ts'
import type { ArcIndex, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { formatCount, formatCounted } from '../../../workers/core/reports/quantities.ts'
import {
  functionName,
  hashFor,
  setViewParams,
  useCertain,
  useSelected,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import { CycleTag } from '../CycleTag.tsx'
import { useInSlices } from '../../state/requests.ts'
import { arcEnds, menuOf, StaticArcsSwitch, type ViewProps } from '../view.tsx'
import { CutArcs } from './CutArcs.tsx'
import { cyclesParams, type CyclesParams } from './cycles-params.ts'
import { Suggestions } from './Suggestions.tsx'
import { useSuggestion } from './use-suggestion.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { previousText } from '../../../workers/core/reports/what-if.ts'
import { cut } from '../../state/queries.ts'
import { ArcTitle, LongName, NameLink } from '../../ui/text.tsx'
import { explainNoArcs } from '../../../workers/core/reports/graph/drawing-text.ts'
import type { CycleArcs } from '../../../workers/core/analysis/cuts/cycle-graph.ts'
import { barOfCycle, barOfTotal } from '../../../workers/core/reports/time-bar.ts'
import { CutIcon, RightIcon } from '../../ui/controls.tsx'
import { TimeBar } from '../../ui/table.tsx'
import { arcName, nameParts, shortenAll } from '../../../workers/core/reports/names/names.ts'
import controls from '../../ui/controls.module.css'
import sheet from '../../ui/table.module.css'
import styles from './cycles.module.css'

/** With at most this many cycles all are unfolded at first; with more only the heaviest. */
const FEW = 4
/** Rows of a long list drawn at once. */
const AT_ONCE = 50

export function Cycles({ opened }: ViewProps) {
  const { analyzed } = opened
  const params = useViewParams(cyclesParams)
  const selected = useSelected(opened)
  const { length } = analyzed.cycles
  const [drawn, setDrawn] = useState(AT_ONCE)
  const cycles = useMemo(() => listCycles(opened, drawn), [opened, drawn])
  const arcs = useInSlices(useCallback(() => cycleArcsInSteps(analyzed), [analyzed]))
  const { suggestion, isFirst, cancel, retry } = useSuggestion(analyzed, params.goal, params.members)
  const [turned, setTurned] = useState<ReadonlySet<FunctionIndex>>(new Set())
  const suggested = useMemo(
    () =>
      new Set(suggestion.kind === 'done' ? Array.from(suggestion.cuts.arcs, (arc) => arc as ArcIndex) : []),
    [suggestion],
  )
  const selectedCycle = useSelectedCycle(opened)
  const chosenCycle = selectedCycle ?? (selected === null ? null : analyzed.cycles.cycleOf[selected])
  const isOpenAtFirst = (summary: CycleSummary, rank: number) =>
    length <= FEW || rank === 0 || summary.cycle === chosenCycle
  const turn = (first: FunctionIndex) => {
    const next = new Set(turned)
    if (!next.delete(first)) next.add(first)
    setTurned(next)
  }
  const change = (next: CyclesParams) => setViewParams(cyclesParams, next, 'replace')
  return (
    <div className={sheet.view}>
      <div className={`${sheet.tools} ${styles.tools}`}>
        {length > 0 && (
          <span className={styles.quiet}>
            {formatCounted(length, 'cycle')}
            {length > 1 && ' by time'}
          </span>
        )}
        <div className={styles.last}>
          <StaticArcsSwitch />
        </div>
      </div>
      <div className={styles.scroller}>
        <CutArcs opened={opened} />
        {length === 0 ? (
          <NoCycles opened={opened} />
        ) : (
          <>
            <Suggestions {...{ opened, suggestion, params, cancel, retry }} onChange={change} />
            {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- without bullets some browsers hear no list */}
            <ul role="list" aria-label="Cycles" className={styles.cycles} data-waiting={isFirst}>
              {cycles.map((summary, rank) => (
                <CycleCard
                  key={summary.first}
                  opened={opened}
                  summary={summary}
                  arcs={arcs}
                  suggested={suggested}
                  isSelected={summary.cycle === selectedCycle}
                  isOpen={isOpenAtFirst(summary, rank) !== turned.has(summary.first)}
                  onTurn={() => turn(summary.first)}
                />
              ))}
            </ul>
            {length > drawn && (
              <button type="button" className={controls.button} onClick={() => setDrawn(drawn + AT_ONCE)}>
                {formatCount(length - drawn)} more
              </button>
            )}
          </>
        )}
      </div>
    </div>
  )
}

// Reports that there are no cycles to break, and why.

function NoCycles({ opened }: { readonly opened: ProfileView }) {
  const cyclesMeasured = opened.asMeasured?.analyzed.cycles.length ?? 0
  return (
    <div className={styles.empty}>
      {cyclesMeasured > 0 ? (
        <>
          <p className={styles.emptyTitle}>No cycles left.</p>
          <p>
            As measured there {cyclesMeasured === 1 ? 'is' : 'are'} {formatCounted(cyclesMeasured, 'cycle')}.
            Every view now shows the numbers as if the arcs above had not been counted.
          </p>
        </>
      ) : (
        <>
          <p className={styles.emptyTitle}>This profile has no cycles.</p>
          <p>
            A cycle is a group of functions that can all reach one another by calls, such as a parser’s
            functions that call each other. Its time cannot be divided among its members. A function that only
            calls itself is not a cycle.
          </p>
          {!opened.analyzed.profile.hasArcs && <p>{explainNoArcs(opened.analyzed)}</p>}
        </>
      )}
    </div>
  )
}

// One cycle: a line with its numbers, which unfolds to its members, its callers from outside, and
// the calls inside it.

const FACTS: readonly { readonly key: keyof CycleText; readonly label: string; readonly title: string }[] = [
  { key: 'total', label: 'total', title: 'Time in its members and what they call outside' },
  { key: 'self', label: 'self', title: 'Time in its members’ own code' },
  { key: 'members', label: 'members', title: 'Functions that can all reach one another by calls' },
  { key: 'outside', label: 'calls from outside', title: 'Its time is divided among callers by these calls' },
  {
    key: 'inside',
    label: 'calls inside',
    title: 'Of members by members, by themselves too; they pass no time',
  },
]

function CycleCard({
  opened,
  summary,
  arcs,
  suggested,
  isSelected,
  isOpen,
  onTurn,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  readonly arcs: CycleArcs | null
  readonly suggested: ReadonlySet<ArcIndex>
  readonly isSelected: boolean
  readonly isOpen: boolean
  readonly onTurn: () => void
}) {
  const id = useId()
  const { name, text, was, unentered } = summary
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isSelected) card.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  return (
    <li ref={card} aria-label={name} className={styles.card} data-selected={isSelected}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>
          <button
            type="button"
            className={styles.fold}
            aria-label={`${isOpen ? 'Fold' : 'Open'} ${name}`}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={onTurn}
          >
            <RightIcon />
          </button>
          <CycleTag opened={opened} cycle={summary.cycle} />
        </h2>
        <div className={styles.share}>
          <TimeBar hasTrack {...barOfCycle(opened.analyzed, useCertain(), summary.cycle)} />
          <strong data-was={was.share} title={previousText(was.share)}>
            {text.share}
          </strong>
        </div>
        <dl className={styles.facts}>
          {FACTS.map(({ key, label, title }) =>
            text[key] === '' ? null : (
              <div key={key} title={previousText(was[key]) ?? title}>
                <dd data-was={was[key]}>{text[key]}</dd>
                <dt>{label}</dt>
              </div>
            ),
          )}
        </dl>
        {unentered !== '' && <p className={styles.unentered}>{unentered}</p>}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <CycleBody {...{ opened, summary, arcs, suggested }} />}
      </div>
    </li>
  )
}

// An unfolded cycle: its members, its callers, and the calls inside as a drawing, a matrix and a
// list.

/** Largest number of members for the drawing and the matrix of calls inside. */
const MOST_IN_MATRIX = 12
const MOST_MEMBERS = 12

function CycleBody({
  opened,
  summary,
  arcs,
  suggested,
}: {
  readonly opened: ProfileView
  readonly summary: CycleSummary
  /** Null while they are searched for. */
  readonly arcs: CycleArcs | null
  readonly suggested: ReadonlySet<ArcIndex>
}) {
  const { analyzed } = opened
  const { cycle, name, size } = summary
  const [shown, setShown] = useState(MOST_MEMBERS)
  const [chosen, setChosen] = useState<ArcIndex | null>(null)
  const inside = useMemo(() => (arcs ? arcsOf(arcs.inside, cycle) : null), [arcs, cycle])
  const members = useMemo(() => listMembers(opened, cycle, shown), [opened, cycle, shown])
  const into = useMemo(() => (arcs ? arcsOf(arcs.into, cycle) : null), [arcs, cycle])
  const isSmall = size <= MOST_IN_MATRIX
  const matrix = useMemo(
    () =>
      isSmall && inside
        ? cycleMatrix(
            analyzed,
            insideRows(analyzed, [...inside]),
            members.map(({ f }) => f),
          )
        : null,
    [isSmall, analyzed, inside, members],
  )
  // Arc numbers change with every scenario.
  const [seen, setSeen] = useState(analyzed)
  if (seen !== analyzed) {
    setSeen(analyzed)
    setChosen(null)
  }
  const story = useMemo(
    () => (chosen === null || seen !== analyzed ? null : explainCut(analyzed, cycle, chosen)),
    [analyzed, seen, cycle, chosen],
  )
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'x' || event.altKey || event.ctrlKey || event.metaKey) return
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-arc]') : null
    const arc = Number(target?.dataset['arc'])
    if (inside?.includes(arc) !== true) return
    event.preventDefault()
    cut([arcName(analyzed, arc as ArcIndex)])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the arcs inside
    <div className={styles.body} onKeyDown={onKeyDown}>
      {matrix && (
        <div className={styles.pictures}>
          <Ring {...{ name, matrix, suggested, chosen }} loop={story?.loop ?? []} />
          <Matrix {...{ name, matrix, suggested, chosen }} onChoose={setChosen} />
        </div>
      )}
      <CycleMembers
        opened={opened}
        rows={members}
        size={size}
        onMore={() => setShown(shown + FUNCTIONS_AT_ONCE)}
      />
      <CycleCallers opened={opened} into={into} />
      <InsideArcs {...{ opened, summary, inside, suggested, chosen }} onChoose={setChosen} />
    </div>
  )
}

// The members of a cycle by time, and the callers from outside.

export function CycleMembers({
  opened,
  rows,
  size,
  onMore,
}: {
  readonly opened: ProfileView
  readonly rows: readonly MemberRow[]
  readonly size: number
  readonly onMore: () => void
}) {
  const certain = useCertain()
  return (
    <section className={styles.part}>
      <h3 className={styles.subtitle}>
        Members <span className={styles.quiet}>{formatCount(size)}</span>
      </h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Function</th>
            <th scope="col">Self</th>
            <th scope="col">Total</th>
            <th scope="col">Total %</th>
            <th scope="col">Calls inside</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ f, name, self, total, share, calls, was }) => (
            <tr key={f}>
              <th scope="row">
                <FunctionLink opened={opened} f={f} name={name} />
              </th>
              <Cell text={self} was={was.self} />
              <Cell text={total} was={was.total} />
              <td data-was={was.share} title={previousText(was.share)}>
                <span className={styles.shareCell}>
                  <TimeBar hasTrack {...barOfTotal(opened.analyzed, certain, f)} />
                  {share}
                </span>
              </td>
              <Cell text={calls} was={was.calls} />
            </tr>
          ))}
        </tbody>
      </table>
      <More what="members" shown={rows.length} all={size} onMore={onMore} />
    </section>
  )
}

const MOST_CALLERS = 8
const NOT_KNOWN = { rows: [], all: 0 }
/** Rows that a click adds: a cycle may have a million members. */
const FUNCTIONS_AT_ONCE = 500

function More({
  what,
  shown,
  all,
  onMore,
}: {
  readonly what: string
  readonly shown: number
  readonly all: number
  readonly onMore: () => void
}) {
  if (shown >= all) return null
  return (
    <button type="button" className={controls.quiet} onClick={onMore}>
      {shown + FUNCTIONS_AT_ONCE < all ? `${FUNCTIONS_AT_ONCE} more of` : 'All'} {formatCount(all)} {what}
    </button>
  )
}

function CycleCallers({
  opened,
  into,
}: {
  readonly opened: ProfileView
  /** Arcs from outside; null while they are searched for. */
  readonly into: Uint32Array | null
}) {
  const { analyzed } = opened
  const [limit, setLimit] = useState(MOST_CALLERS)
  const { rows, all } = useMemo(
    () => (into ? listCallers(analyzed, into, limit) : NOT_KNOWN),
    [analyzed, into, limit],
  )
  return (
    <section className={styles.part}>
      <h3 className={styles.subtitle}>
        Outside callers <span className={styles.quiet}>{into ? formatCount(all) : '…'}</span>
      </h3>
      {into?.length === 0 ? (
        <p className={styles.quiet}>No recorded callers outside the cycle.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Caller → member</th>
              <th scope="col">Time</th>
              <th scope="col">Calls</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ f, name, into: member, time, calls }) => (
              <tr key={f}>
                <th scope="row">
                  <span className={styles.pair}>
                    <FunctionLink opened={opened} f={f} name={name} />
                    <span className={styles.into} title={member}>
                      <span className={styles.to}> → </span>
                      <span className={styles.member}>
                        <LongName {...nameParts(member)} />
                      </span>
                    </span>
                  </span>
                </th>
                <Cell text={time} was={undefined} />
                <Cell text={calls} was={undefined} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <More what="callers" shown={rows.length} all={all} onMore={() => setLimit(limit + FUNCTIONS_AT_ONCE)} />
    </section>
  )
}

function Cell({ text, was }: { readonly text: string; readonly was: string | undefined }): ReactNode {
  return (
    <td>
      <span data-was={was} title={previousText(was)}>
        {text}
      </span>
    </td>
  )
}

function FunctionLink({
  opened,
  f,
  name,
}: {
  readonly opened: ProfileView
  readonly f: FunctionIndex
  readonly name: string
}) {
  const shared = useStore((state) => state.shared)
  return (
    <NameLink
      name={name}
      href={hashFor(shared, { selected: functionName(opened, f) })}
      className={styles.link}
    />
  )
}

// The calls inside a cycle: a list with the shortest loop of each, and for a small cycle also a
// matrix and a ring.

/** Characters of a name in a loop; the tooltip has the full name. */
const LOOP_NAME = 40
const MOST_AT_FIRST = 12
const ARCS_AT_ONCE = 100
/**
 * Limit on arcs of the cycle times visible rows. Up to it loops are computed for all rows, beyond
 * it for the chosen one.
 */
const CHEAP = 60_000

function InsideArcs({
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
    return insideRows(analyzed, [...busiest, ...busiestInside(analyzed, marked, ARCS_AT_ONCE)])
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
        <span className={styles.quiet}>{inside ? `${formatCount(length)} arcs by calls` : '…'}</span>
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
        <button type="button" className={controls.quiet} onClick={() => setLimit(limit + ARCS_AT_ONCE)}>
          {formatCount(Math.min(ARCS_AT_ONCE, length - rows.length))} more of{' '}
          {formatCount(length - rows.length)}
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
    <li
      className={styles.arc}
      data-arc={row.arc}
      data-chosen={isChosen}
      {...menuOf(null, arcEnds(opened, row.arc))}
    >
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
          <button type="button" className={styles.choose} onClick={() => onChoose(row.arc)}>
            Show shortest loop
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

function Ring({
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

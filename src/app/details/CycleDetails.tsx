// The details of the selected cycle: who pays for it, its members, what they call outside, its numbers.
import { useCallback, useMemo } from 'react'
import type { Analysis, ProfileView } from '../../../workers/api/contract.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { explainUnentered } from '../../../workers/core/reports/explain/total.ts'
import {
  cycleCallers,
  cycleCallFacts,
  cycleMembers,
  cycleOthers,
  cycleRelativeDifferences,
  type CycleRelatives,
  cycleTimeFacts,
  whiskerOfCycle,
} from '../../../workers/core/reports/cycle-details.ts'
import { type CycleEntry, cycleEntry } from '../../../workers/core/reports/cycle-entry.ts'
import { formatCount, formatCounted } from '../../../workers/core/quantities.ts'
import { barOfCycle } from '../../../workers/core/reports/time-bar.ts'
import { NO_DIFFERENCES } from '../../../workers/core/reports/differences.ts'
import { useInSlices } from '../../state/worker/slices.ts'
import { cycleEntryPatch, cycleSelection, firstMember, hasCycleEntry } from '../../state/selected-cycle.ts'
import { functionName, hashFor } from '../../state/selectors.ts'
import { select } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { useTightBounds } from '../../state/bounds.ts'
import { CloseIcon, IconButton } from '../../ui/icons.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { TimeBar } from '../../ui/TimeBar.tsx'
import { NameLink } from '../../ui/NameLink.tsx'
import { cycles as cyclesView } from '../../views/registry.ts'
import { menuOf, menuOfCycle } from '../../views/menu-subject.ts'
import { Equations, FactList } from './Facts.tsx'
import { isStacked } from './is-stacked.ts'
import own from './cycle-details.module.css'
import styles from './details.module.css'

/** The rest are one click away, in the cycle's entry. */
const SHOWN = 8

export function CycleDetails({
  opened,
  cycle,
}: {
  readonly opened: ProfileView
  readonly cycle: CycleIndex
}) {
  const { analyzed, listing } = opened
  const shared = useStore((state) => state.shared)
  const selected = cycleSelection(opened, cycle)
  const entry = useEntry(opened, cycle)
  const { offsets } = analyzed.cycles.members
  const name = `cycle ${cycle + 1}`
  return (
    <aside id="details" className={styles.panel} aria-label={`Details of ${name}`} data-selected="true">
      <div className={styles.content} data-function="true">
        <header className={styles.head} {...menuOfCycle(cycle)}>
          <h2 className={styles.name}>
            <b>{name}</b>
          </h2>
          <IconButton label="Close details" title="Clear selection" onClick={() => select(null, 'replace')}>
            <CloseIcon />
          </IconButton>
        </header>
        <p className={styles.facts}>
          {hasCycleEntry(opened, cycle) && (
            <a href={hashFor(shared, cycleEntryPatch(shared, opened, cycle))}>
              Entry [{(listing.entries.entryOfCycle[cycle] ?? 0) + 1}]
            </a>
          )}
          <span>{formatCounted((offsets[cycle + 1] ?? 0) - (offsets[cycle] ?? 0), 'member')}</span>
          <a href={hashFor(shared, { view: cyclesView.id, selected })}>Break up…</a>
        </p>
        {entry ? (
          <EntryDetails {...{ opened, entry }} />
        ) : (
          <p className={styles.none} aria-busy="true">
            Adding up its calls …
          </p>
        )}
      </div>
    </aside>
  )
}

/** Returns the cycle's entry; null while it is made, which takes a moment for a large cycle. */
function useEntry(of: Analysis | undefined, cycle: CycleIndex | null): CycleEntry | null {
  const analyzed = of?.analyzed
  const listing = of?.listing
  return useInSlices(
    useCallback(
      () => (analyzed && listing && cycle !== null ? cycleEntry(analyzed, listing, cycle) : nothing()),
      [analyzed, listing, cycle],
    ),
  )
}

// oxlint-disable-next-line require-yield -- is over at once
function* nothing(): Generator<void, null> {
  return null
}

function EntryDetails({ opened, entry }: { readonly opened: ProfileView; readonly entry: CycleEntry }) {
  const { analyzed, listing, asMeasured } = opened
  const { cycle } = entry
  const first = firstMember(opened, cycle)
  const bounds = useTightBounds(analyzed, first)
  const known = useMemo(
    () => ({
      callers: cycleCallers(analyzed, listing, entry, SHOWN),
      members: cycleMembers(analyzed, listing, entry, SHOWN),
      others: cycleOthers(analyzed, listing, entry, SHOWN),
      times: cycleTimeFacts(analyzed, bounds, listing, entry),
      calls: cycleCallFacts(analyzed, listing, entry),
    }),
    [analyzed, bounds, listing, entry],
  )
  const measuredCycle = asMeasured?.analyzed.cycles.cycleOf[first] ?? NONE
  const measured = useEntry(asMeasured, measuredCycle === NONE ? null : measuredCycle)
  const was = useMemo(
    () =>
      asMeasured && measured
        ? {
            times: cycleTimeFacts(asMeasured.analyzed, null, asMeasured.listing, measured),
            calls: cycleCallFacts(asMeasured.analyzed, asMeasured.listing, measured),
          }
        : null,
    [asMeasured, measured],
  )
  const unentered = explainUnentered(analyzed, cycle)
  return (
    <>
      <div className={styles.bar}>
        <TimeBar
          hasTrack
          {...barOfCycle(analyzed, bounds, cycle)}
          whisker={whiskerOfCycle(analyzed, bounds, entry)}
        />
      </div>
      <Relatives
        title="Who pays"
        kind="caller"
        {...{ opened, entry }}
        relatives={known.callers}
        note={
          known.callers.total === 0
            ? unentered || 'No recorded callers outside the cycle.'
            : known.callers.total > 1
              ? 'gprof divides its time by the calls into it: an estimate.'
              : ''
        }
      />
      <Relatives title="Members" kind="member" {...{ opened, entry }} relatives={known.members} note="" />
      <Relatives
        title="Other functions it calls"
        kind="other"
        {...{ opened, entry }}
        relatives={known.others}
        note={known.others.total === 0 ? 'Members call only members.' : ''}
      />
      <Equations />
      <FactList label="Time" facts={known.times} asMeasured={was?.times ?? null} />
      <FactList label="Calls" facts={known.calls} asMeasured={was?.calls ?? null} />
    </>
  )
}

function Relatives({
  title,
  kind,
  opened,
  entry,
  relatives,
  note,
}: {
  readonly title: string
  readonly kind: 'caller' | 'member' | 'other'
  readonly opened: ProfileView
  readonly entry: CycleEntry
  readonly relatives: CycleRelatives
  readonly note: string
}) {
  const { analyzed, asMeasured } = opened
  const shared = useStore((state) => state.shared)
  const differences = useMemo(
    () =>
      relatives.shown.map((relative) =>
        asMeasured && kind !== 'member'
          ? cycleRelativeDifferences(analyzed, asMeasured.analyzed, entry.cycle, relative, kind)
          : NO_DIFFERENCES,
      ),
    [relatives, asMeasured, analyzed, entry, kind],
  )
  const explain = useCallback(
    (key: string) => {
      const explanation = relatives.shown[Number(key)]?.explanation
      return explanation ?? null
    },
    [relatives],
  )
  const more = relatives.total - relatives.shown.length
  const areStacked = relatives.shown.some(({ name }) => isStacked(name))
  return (
    <section className={styles.relatives} aria-label={title} data-side={kind === 'other' ? undefined : true}>
      <h3 className={styles.subtitle}>
        {title} <span className={styles.total}>{formatCount(relatives.total)}</span>
      </h3>
      <Tooltip content={explain}>
        <ul>
          {relatives.shown.map((relative, at) => (
            <li
              key={relative.f}
              className={`${styles.relative} ${own.relative}`}
              data-stacked={areStacked}
              {...menuOf(relative.f)}
            >
              <NameLink
                name={relative.name}
                href={hashFor(shared, { selected: functionName(opened, relative.f) })}
                data-tip={at}
              />
              <span className={styles.count} data-was={differences[at]?.calls} data-tip={at}>
                <span className={styles.full}>{relative.calls}</span>
                <span className={styles.short} aria-hidden="true">
                  {relative.shortCalls}
                </span>
              </span>
              <span className={styles.time} data-was={differences[at]?.time} data-tip={at}>
                {relative.time}
              </span>
              <span className={own.share} data-was={differences[at]?.share} data-tip={at}>
                {relative.share}
              </span>
              <TimeBar
                self={0}
                total={relative.fraction}
                certain={relative.isEstimate ? 0 : relative.fraction}
              />
            </li>
          ))}
        </ul>
      </Tooltip>
      {more > 0 && (
        <p className={styles.none}>
          and {formatCount(more)} more
          {hasCycleEntry(opened, entry.cycle) && (
            <>
              , in <a href={hashFor(shared, cycleEntryPatch(shared, opened, entry.cycle))}>its entry</a>
            </>
          )}
        </p>
      )}
      {note !== '' && <p className={styles.none}>{note}</p>}
    </section>
  )
}

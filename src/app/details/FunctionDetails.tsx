// The details of the selected function: its name, source, times, calls, relatives, runs.
import { Suspense, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { biggestRelatives } from '../../../workers/core/reports/relatives.ts'
import { callFacts, timeFacts } from '../../../workers/core/reports/function-facts.ts'
import { countedWith } from '../../../workers/core/reports/counted-with.ts'
import { displayName, shownAt } from '../../../workers/core/names/names.ts'
import { formatAddress } from '../../../workers/core/quantities.ts'
import { entryPatch, hashFor } from '../../state/selectors.ts'
import { select } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { CloseIcon, IconButton } from '../../ui/icons.tsx'
import { BreakableName } from '../../ui/BreakableName.tsx'
import { diff, views } from '../../views/registry.ts'
import type { DetailsProps, ViewDefinition } from '../../views/view.ts'
import { menuOf } from '../../views/menu-subject.ts'
import { CycleTag } from '../../views/CycleTag.tsx'
import { Equations, FactList } from './Facts.tsx'
import { NONE } from '../../../workers/core/base/columns.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import { useMeasuredBounds, useTightBounds } from '../../state/bounds.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import { barOfTotal, whiskerOf } from '../../../workers/core/reports/time-bar.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import styles from './details.module.css'
import { FunctionTitle, WholeName } from './FunctionTitle.tsx'
import { SourceLine } from './SourceLine.tsx'
import { RelativeList } from './RelativeList.tsx'
import { WhatIf } from './WhatIf.tsx'
import { PerRunTimes } from './PerRunTimes.tsx'
import { StaticCalls } from './StaticCalls.tsx'

/** The rest are one click away, in the call graph entry. */
const RELATIVES = 8

export function FunctionDetails({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const { analyzed, listing, asMeasured } = opened
  const shared = useStore((state) => state.shared)
  const { functions } = analyzed.profile
  const name = displayName(functions, f)
  const raw = shownAt(functions.names, f)
  const cycle = analyzed.cycles.cycleOf[f] ?? NONE
  const bounds = useTightBounds(analyzed, f)
  const measuredBounds = useMeasuredBounds()
  const known = useMemo(
    () => ({
      times: timeFacts(analyzed, bounds, listing, f),
      calls: callFacts(analyzed, bounds, listing, f),
      parents: biggestRelatives(analyzed, bounds, listing, f, 'parents', RELATIVES),
      children: biggestRelatives(analyzed, bounds, listing, f, 'children', RELATIVES),
      timesAsMeasured: asMeasured
        ? timeFacts(asMeasured.analyzed, measuredBounds, asMeasured.listing, f)
        : null,
      callsAsMeasured: asMeasured
        ? callFacts(asMeasured.analyzed, measuredBounds, asMeasured.listing, f)
        : null,
    }),
    [analyzed, bounds, listing, asMeasured, measuredBounds, f],
  )
  const counted = useMemo(() => countedWith(functions, f, opened.notices), [functions, f, opened.notices])
  const entry = listing.entries.entryOfFunction[f] ?? 0
  const { selfTicks, calls, selfCalls } = functions
  const seen = [selfTicks[f], calls[f], selfCalls[f], known.parents.total, known.children.total]
  const isUnused = seen.every((amount) => amount === 0)
  return (
    <aside id="details" className={styles.panel} aria-label={`Details of ${name}`} data-selected="true">
      <div className={styles.content} data-function="true">
        <header className={styles.head} {...menuOf(f)}>
          <FunctionTitle key={name} name={name} />
          <IconButton label="Close details" title="Clear selection" onClick={() => select(null, 'replace')}>
            <CloseIcon />
          </IconButton>
        </header>
        <p className={styles.facts}>
          <a href={hashFor(shared, entryPatch(shared, opened, f))}>Entry [{entry + 1}]</a>
          {cycle !== NONE && <CycleTag opened={opened} cycle={cycle} />}
          {functions.isStatic[f] === 1 && <span className={styles.quietTag}>static</span>}
          {!functions.isAddressless && <code>{formatAddress(functions.address[f] ?? 0)}</code>}
        </p>
        <SourceLine opened={opened} f={f} isUnused={isUnused} />
        <TotalBar {...{ opened, f, bounds }} />
        <FromView view={diff} opened={opened} f={f} />
        <RelativeList
          title="Callers"
          kind="parents"
          f={f}
          relatives={known.parents}
          opened={opened}
          none={
            isUnused ? 'No recorded callers' : '<spontaneous>: called from somewhere the profile cannot see'
          }
        />
        <RelativeList
          title="Callees"
          kind="children"
          f={f}
          relatives={known.children}
          opened={opened}
          none="No recorded callees"
        />
        {counted.length > 0 && (
          <p className={styles.raw}>
            Its samples and calls include those of <BreakableName name={counted.join(', ')} />, which gprof
            does not take for {counted.length === 1 ? 'a function' : 'functions'}.
          </p>
        )}
        <Equations />
        <FactList label="Time" facts={known.times} asMeasured={known.timesAsMeasured} />
        <FactList label="Calls" facts={known.calls} asMeasured={known.callsAsMeasured} />
        {views.map((view) => view !== diff && <FromView key={view.id} view={view} opened={opened} f={f} />)}
        <WhatIf opened={opened} f={f} bounds={bounds} />
        <PerRunTimes key={`runs of ${f}`} opened={opened} f={f} />
        <StaticCalls opened={opened} f={f} />
        {raw !== name && (
          <p className={styles.raw} title="Symbol in the program">
            <code>{raw}</code>
          </p>
        )}
        <WholeName key={f} functions={functions} f={f} />
      </div>
    </aside>
  )
}

function FromView({ view, ...shown }: DetailsProps & { readonly view: ViewDefinition }) {
  const hasContent = useStore((state) => view.hasContent?.(state) ?? true)
  const { Details: Part } = view
  return Part && hasContent ? (
    <BugBoundary>
      <Suspense fallback={null}>
        <Part {...shown} />
      </Suspense>
    </BugBoundary>
  ) : null
}

function TotalBar({ opened, f, bounds }: DetailsProps & { readonly bounds: Bounds | null }) {
  return (
    <div className={styles.bar}>
      <TimeBar
        hasTrack
        {...barOfTotal(opened.analyzed, bounds, f)}
        whisker={whiskerOf(opened.analyzed, bounds, f)}
      />
    </div>
  )
}

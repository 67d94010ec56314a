// Everything known of the selected function; without one, where to begin. On a narrow screen a sheet from below.
import { Suspense, useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  biggestRelatives,
  callFacts,
  countedWith,
  cycleTagOf,
  timeFacts,
} from '../../../workers/core/reports/details/function-details.ts'
import { displayName, shownAt } from '../../../workers/core/reports/names/names.ts'
import { formatAddress } from '../../../workers/core/reports/quantities.ts'
import { select } from '../../state/actions.ts'
import { entryPatch, hashFor, useCertain, useSelected } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { CloseIcon, IconButton } from '../../ui/controls.tsx'
import { useIsPainted } from '../../ui/display.ts'
import { BreakableName } from '../../ui/text.tsx'
import { views } from '../../views/registry.ts'
import type { DetailsProps, ViewDefinition } from '../../views/view.ts'
import { BugBoundary } from '../BugBoundary.tsx'
import { FactList } from './FactList.tsx'
import { FunctionTitle } from './FunctionTitle.tsx'
import { InEachRun } from './InEachRun.tsx'
import { Overview } from './Overview.tsx'
import { PossibleCalls } from './PossibleCalls.tsx'
import { RelativeList } from './RelativeList.tsx'
import { SourceLine } from './SourceLine.tsx'
import { TotalBar } from './TotalBar.tsx'
import { WholeName } from './WholeName.tsx'
import { WhatIf } from './WhatIf.tsx'
import controls from '../../ui/controls.module.css'
import styles from './details.module.css'

/** More are one click away, in the entry. */
const RELATIVES = 8

export function Details({ opened }: { readonly opened: ProfileView }) {
  const selected = useSelected(opened)
  // Rows first: they are what a person opened the profile for.
  const isPainted = useIsPainted()
  return selected === null ? (
    <Overview opened={opened} isBlank={!isPainted} />
  ) : (
    <FunctionDetails opened={opened} f={selected} />
  )
}

function FunctionDetails({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const { analyzed, listing, asMeasured } = opened
  const shared = useStore((state) => state.shared)
  const { functions } = analyzed.profile
  const name = displayName(functions, f)
  const raw = shownAt(functions.names, f)
  const cycle = cycleTagOf(analyzed, f)
  const certain = useCertain()
  const known = useMemo(
    () => ({
      times: timeFacts(analyzed, listing, f),
      calls: callFacts(analyzed, listing, f),
      parents: biggestRelatives(analyzed, listing, f, 'parents', RELATIVES),
      children: biggestRelatives(analyzed, listing, f, 'children', RELATIVES),
      timesAsMeasured: asMeasured ? timeFacts(asMeasured.analyzed, asMeasured.listing, f) : null,
      callsAsMeasured: asMeasured ? callFacts(asMeasured.analyzed, asMeasured.listing, f) : null,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- explanations tell what is certain as soon as it is known
    [analyzed, listing, asMeasured, f, certain],
  )
  const counted = useMemo(() => countedWith(functions, f, opened.notices), [functions, f, opened.notices])
  const entry = listing.entries.entryOfFunction[f] ?? 0
  const { selfTicks, calls, selfCalls } = functions
  const seen = [selfTicks[f], calls[f], selfCalls[f], known.parents.total, known.children.total]
  const isUnused = seen.every((amount) => amount === 0)
  return (
    <aside className={styles.panel} aria-label={`Details of ${name}`} data-selected="true">
      <div className={styles.content}>
        <header className={styles.head}>
          <FunctionTitle key={name} name={name} />
          <IconButton label="Close details" title="Select nothing" onClick={() => select(null, 'replace')}>
            <CloseIcon />
          </IconButton>
        </header>
        <WholeName key={f} functions={functions} f={f} />
        <p className={styles.facts}>
          <a href={hashFor(shared, entryPatch(shared, opened, f))}>Entry [{entry + 1}]</a>
          {cycle !== null && (
            <a
              href={hashFor(shared, { view: 'cycles' })}
              className={controls.tag}
              title="Functions that can all reach one another by calls"
            >
              {cycle}
            </a>
          )}
          {functions.isStatic[f] === 1 && <span className={styles.quietTag}>static</span>}
          {!functions.isAddressless && <code>{formatAddress(functions.address[f] ?? 0)}</code>}
        </p>
        <SourceLine opened={opened} f={f} isUnused={isUnused} />
        {raw !== name && (
          <p className={styles.raw} title="The symbol as it stands in the program">
            <code>{raw}</code>
          </p>
        )}
        {counted.length > 0 && (
          <p className={styles.raw}>
            Its samples and calls include those of <BreakableName name={counted.join(', ')} />, which gprof
            does not take for {counted.length === 1 ? 'a function' : 'functions'}.
          </p>
        )}
        <TotalBar opened={opened} f={f} />
        <FactList label="Time" facts={known.times} asMeasured={known.timesAsMeasured} />
        <FactList label="Calls" facts={known.calls} asMeasured={known.callsAsMeasured} />
        {views.map((view) => (
          <FromView key={view.id} view={view} opened={opened} f={f} />
        ))}
        <WhatIf opened={opened} f={f} />
        <RelativeList
          title="Parents"
          kind="parents"
          f={f}
          relatives={known.parents}
          opened={opened}
          none={
            isUnused
              ? 'called by nothing that was counted'
              : '<spontaneous>: called from somewhere the profile cannot see'
          }
        />
        <RelativeList
          title="Children"
          kind="children"
          f={f}
          relatives={known.children}
          opened={opened}
          none="calls nothing that was counted"
        />
        <InEachRun key={`runs of ${f}`} opened={opened} f={f} />
        <PossibleCalls opened={opened} f={f} />
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

// The details of the selected function: its name, source, times, calls and scenario switches, its runs and
// relatives; without one, the overview. Those of a cycle are in CycleDetails.tsx.
import {
  createContext,
  Suspense,
  use,
  useCallback,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { FunctionInRun, OfferedFile, ProfileView, RunName } from '../../../workers/api/contract.ts'
import type { FunctionIndex, FunctionTable } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  biggestRelatives,
  callFacts,
  countedWith,
  explainFlatCell,
  type Highlight,
  hottest,
  longest,
  mostCalled,
  type Relatives,
  timeFacts,
  totalHighlight,
} from '../../../workers/core/reports/details.ts'
import { explainTotalShare } from '../../../workers/core/reports/explain-entry.ts'
import {
  displayName,
  MOST_SHOWN,
  nameParts,
  rawName,
  readableBytes,
  shortenName,
  shownAt,
  wholeName,
} from '../../../workers/core/reports/names/names.ts'
import {
  formatAddress,
  formatCount,
  formatCounted,
  formatExact,
  formatSeconds,
  secondsOf,
} from '../../../workers/core/reports/quantities.ts'
import {
  EMPTY_URL_STATE,
  entryPatch,
  functionLinesPatch,
  functionName,
  hashFor,
  select,
  type Selected,
  useCertain,
  useSelected,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import { CloseIcon, IconButton, RightIcon, Tooltip } from '../../ui/controls.tsx'
import { hasSheets, lazyPart, useIsPainted, usePageKeys } from '../../ui/page.ts'
import {
  BreakableName,
  keepCounts,
  keepUnits,
  LongList,
  LongName,
  NameLink,
  pathParts,
} from '../../ui/text.tsx'
import { diff, views } from '../../views/registry.ts'
import { type DetailsProps, menuOf, type ViewDefinition } from '../../views/view.tsx'
import { useSelectedCycle } from '../../state/selected-cycle.ts'
import { CycleTag } from '../../views/CycleTag.tsx'
import { withSymbols } from '../../views/explained.tsx'
import { Equations, FactList } from './Facts.tsx'
import { isStacked } from './is-stacked.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import { BugBoundary } from '../screens/StartScreens.tsx'
import { copyText } from '../export/save-and-copy.ts'
import { visibleText } from '../../../workers/core/base/string-table.ts'
import { type Source, sourceOf, staticRelatives } from '../../../workers/core/reports/sources.ts'
import { prepareConnection, useInSlices, valueOf } from '../../state/requests.ts'
import {
  areStaticCallsUnknown,
  DETAILS_PARAMS,
  hasCode,
  hasLines,
  lookForSources,
  setFactor,
  stopPossibleCalls,
  stopSources,
  toggleName,
  togglePossibleCalls,
  toggleStaticArcs,
} from '../../state/queries.ts'
import {
  certainPartOfArc,
  type Explanation,
  tightenUpperBound,
} from '../../../workers/core/reports/bounds.ts'
import { barOfHighlight, barOfTotal, whiskerOf } from '../../../workers/core/reports/time-bar.ts'
import { TimeBar } from '../../ui/table.tsx'
import {
  type Differences,
  NO_DIFFERENCES,
  relativeDifferences,
} from '../../../workers/core/reports/what-if.ts'
import { factorOf, type NameList } from '../../../workers/core/analysis/scenario/scenario.ts'
import { outcomeOf } from '../../../workers/core/reports/savings.ts'
import type { PossibleArcs } from '../../../workers/core/profile/possible-arcs.ts'
import { CodeProgress, RunsLink } from '../workspace/ScenarioBar.tsx'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import {
  dropPerRunStats,
  imbalanceOfRuns,
  foundByRun,
  perRunStatsOf,
  requestPerRunStats,
  type Run,
  runsOf,
} from '../../state/read-again.ts'
import { canOpenRunsOf, filesOfAllRuns } from '../../state/opening.ts'
import { isSameFileKey } from '../../../workers/core/base/file-names.ts'
import {
  chanceText,
  functionChanceText,
  RUNS_AS_MEASURED,
  type Spread,
  spreadOf,
  spreadText,
} from '../../../workers/core/reports/run-spread.ts'
import { imbalanceRows, runTable } from '../../../workers/core/reports/run-table.ts'
import type { FlatColumn } from '../../../workers/core/reports/sort-functions.ts'
import controls from '../../ui/controls.module.css'
import names from '../../ui/text.module.css'
import styles from './details.module.css'

// The details of the selected function: its name, source, times, calls and scenario switches; without one,
// the overview. A sheet on a narrow screen.

/** The rest are one click away, in the call graph entry. */
const RELATIVES = 8

export function Details({ opened }: { readonly opened: ProfileView }) {
  const { f, cycle } = useDeferredSelection(opened)
  // The table's rows are drawn first: they are why the profile was opened.
  const isPainted = useIsPainted()
  if (cycle !== null)
    return (
      <BugBoundary>
        <Suspense fallback={<aside id="details" className={styles.panel} data-selected="true" />}>
          <CycleDetails opened={opened} cycle={cycle} />
        </Suspense>
      </BugBoundary>
    )
  return f === null ? (
    <Overview opened={opened} isBlank={!isPainted} />
  ) : (
    <FunctionDetails opened={opened} f={f} />
  )
}

const { Component: CycleDetails } = lazyPart(async () => (await import('./CycleDetails.tsx')).CycleDetails)

/**
 * Returns what is selected. The list shows a selection at once; the details follow in short tasks. Functions and cycles
 * are indexes into their own analysis, so with another one nothing is deferred.
 */
function useDeferredSelection(opened: ProfileView): Selected {
  const f = useSelected(opened)
  const cycle = useSelectedCycle(opened)
  const selection = useMemo(() => ({ opened, f, cycle }), [opened, f, cycle])
  const deferred = useDeferredValue(selection)
  return deferred.opened === opened ? deferred : selection
}

function FunctionDetails({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const { analyzed, listing, asMeasured } = opened
  const shared = useStore((state) => state.shared)
  const { functions } = analyzed.profile
  const name = displayName(functions, f)
  const raw = shownAt(functions.names, f)
  const cycle = analyzed.cycles.cycleOf[f] ?? NONE
  const certain = useCertain()
  const isTightened = useInSlices(
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- there is no upper bound before the lower ones
    useCallback(() => tightenUpperBound(analyzed, f), [analyzed, f, certain]),
  )
  const known = useMemo(
    () => ({
      times: timeFacts(analyzed, listing, f),
      calls: callFacts(analyzed, listing, f),
      parents: biggestRelatives(analyzed, listing, f, 'parents', RELATIVES),
      children: biggestRelatives(analyzed, listing, f, 'children', RELATIVES),
      timesAsMeasured: asMeasured ? timeFacts(asMeasured.analyzed, asMeasured.listing, f) : null,
      callsAsMeasured: asMeasured ? callFacts(asMeasured.analyzed, asMeasured.listing, f) : null,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- tooltips include the bounds as soon as they are known
    [analyzed, listing, asMeasured, f, certain, isTightened],
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
        <TotalBar opened={opened} f={f} />
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
        <WhatIf opened={opened} f={f} isTightened={isTightened} />
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

// A function's full name over several lines, below a short one if it is long.

/** Characters from which a name has a short one above it: some four lines of a narrow panel. */
const LONG_TITLE = 100
/** Characters of the short one. */
const SHORT_TITLE = 40

function FunctionTitle({ name }: { readonly name: string }) {
  const { result, outer, scope, own, types, parameters } = nameParts(name)
  const isLong = name.length > LONG_TITLE
  return (
    <div>
      {isLong && (
        <p className={styles.name} aria-hidden="true">
          <b>
            <BreakableName name={shortenName(name, SHORT_TITLE)} />
          </b>
        </p>
      )}
      <h2 className={styles.name} data-long={isLong}>
        <BreakableName name={result + outer} />
        <wbr />
        <b>
          <BreakableName name={scope + own} />
        </b>
        <BreakableName name={types + parameters} />
      </h2>
    </div>
  )
}

// A name too long to draw in full is shortened. This section gives the full name.

/** Draws nothing if the name is shown in full. */
function WholeName({ functions, f }: { readonly functions: FunctionTable; readonly f: FunctionIndex }) {
  const [outcome, setOutcome] = useState('')
  const { length } = readableBytes(functions, f)
  if (length <= MOST_SHOWN) return null
  const copy = async () => {
    setOutcome(await copyText(wholeName(functions, f), 'Copied', 'Export → CSV has the whole name.'))
  }
  return (
    <p>
      <button type="button" className={controls.quiet} onClick={() => void copy()}>
        Copy name, {formatCount(length)} letters
      </button>{' '}
      <span role="status">{outcome}</span>
    </p>
  )
}

// The file and line of a function. The line is reserved while the worker searches, so that nothing
// moves when the answer arrives.

function SourceLine({
  opened,
  f,
  isUnused,
}: {
  readonly opened: ProfileView
  readonly f: FunctionIndex
  /** True if the function has no sample, call or arc. Its source is then not looked up. */
  readonly isUnused: boolean
}) {
  const late = useStore((state) => state.ui.lateSources)
  const shared = useStore((state) => state.shared)
  const { profile } = opened.analyzed
  const known = profile.sources ?? valueOf(late)
  if (!known && !opened.sourcesLater) return null
  if (!known && (late.phase === 'idle' || late.phase === 'loading')) {
    const progress = late.phase === 'loading' ? late.progress : null
    return (
      <p className={`${styles.source} ${styles.looking}`} aria-busy="true">
        Looking for its source …
        {progress !== null && (
          <>
            <progress aria-label="Looking for sources" value={progress} max={1} />
            <button type="button" className={controls.quiet} onClick={stopSources}>
              Cancel
            </button>
          </>
        )}
      </p>
    )
  }
  if (!known && late.phase === 'failed') {
    return (
      <p className={`${styles.source} ${styles.looking}`}>
        Source not searched.
        <button type="button" className={controls.quiet} onClick={() => void lookForSources(opened)}>
          Search
        </button>
      </p>
    )
  }
  const source = known && sourceOf({ ...profile, sources: known }, f)
  if (!source) return isUnused ? null : <p className={styles.source}>Source not known</p>
  const text = visibleText(placeOf(source))
  const place = (
    <code>
      <LongName {...pathParts(text)} />
    </code>
  )
  return (
    <p className={styles.source} title={text}>
      {hasLines(opened) ? (
        <a
          href={hashFor(shared, functionLinesPatch(shared))}
          title={`${text}\nIts lines, with the time of each`}
        >
          {place}
        </a>
      ) : (
        place
      )}
    </p>
  )
}

function placeOf({ file, line }: Source): string {
  return line > 0 ? `${file}:${line}` : file
}

// Draws the function's share of all samples: self time, time propagated from its children, what is certain
// of it, and the possible range.

function TotalBar({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const certain = useCertain()
  return (
    <div className={styles.bar}>
      <TimeBar
        hasTrack
        {...barOfTotal(opened.analyzed, certain, f)}
        whisker={whiskerOf(opened.analyzed, certain, f)}
      />
    </div>
  )
}

// What if the selected function were faster or excluded: switches, and the outcome as a sentence.

const SWITCHES: readonly { readonly list: NameList; readonly text: string; readonly title: string }[] = [
  {
    list: 'timeLeftOut',
    text: 'Ignore its time (-N)',
    title: 'gprof -N: its time counts nowhere in the call graph. The flat profile does not change.',
  },
  {
    list: 'leftOut',
    text: 'Exclude (-E)',
    title: 'gprof -E: removes it and its time from the call graph. The flat profile does not change.',
  },
  {
    list: 'only',
    text: 'Focus (-F)',
    title:
      'gprof -F: keeps only it, what it calls, and the time below it in the call graph. The flat profile does not change.',
  },
]

interface WhatIfProps {
  readonly opened: ProfileView
  readonly f: FunctionIndex
  /** Changes when the upper bound of its time becomes exact. */
  readonly isTightened: boolean | null
}

function WhatIf({ opened, f, isTightened }: WhatIfProps) {
  const scenario = useStore((state) => state.shared.scenario)
  const name = rawName(opened.analyzed.profile.functions, f)
  return (
    <>
      <Faster opened={opened} f={f} isTightened={isTightened} />
      <div role="group" aria-label="In the call graph" className={styles.whatIf}>
        <span className={styles.subtitle}>In the call graph</span>
        {SWITCHES.map(({ list, text, title }) => (
          <button
            key={list}
            type="button"
            className={controls.button}
            aria-pressed={scenario[list].includes(name)}
            title={title}
            onClick={() => toggleName(list, name)}
          >
            {text}
          </button>
        ))}
      </div>
    </>
  )
}

/** Infinity: it takes no time. */
const FACTORS = [2, 5, 10, Infinity] as const

const buttonText = (factor: number): string => (factor === Infinity ? 'No time' : `${factor}×`)

function Faster({ opened, f, isTightened }: WhatIfProps) {
  const { analyzed } = opened
  const scenario = useStore((state) => state.shared.scenario)
  const certain = useCertain()
  const measured = (opened.asMeasured ?? opened).analyzed
  const outcome = useMemo(
    () => outcomeOf(measured, analyzed, certain, f, scenario),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the outcome has bounds, which become exact late
    [measured, analyzed, certain, f, scenario, isTightened],
  )
  if (!outcome) return null
  const name = rawName(measured.profile.functions, f)
  const current = factorOf(scenario, name)
  const isKnown = current === 1 || FACTORS.some((factor) => factor === current)
  const factors = isKnown ? FACTORS : [current, ...FACTORS]
  return (
    <div className={styles.faster}>
      <div role="group" aria-label="Faster" className={styles.whatIf}>
        <span className={styles.subtitle}>What if it were faster</span>
        <div className={styles.segments}>
          {factors.map((factor) => (
            <button
              key={factor}
              type="button"
              className={controls.button}
              aria-pressed={factor === current}
              disabled={!outcome.isOpen && factor !== current}
              title={
                factor === Infinity
                  ? 'As if its own code took no time. All times change, the program’s included.'
                  : `As if its own code ran ${factor} times as fast. All times change, the program’s included.`
              }
              onClick={() => setFactor(name, factor === current ? 1 : factor)}
            >
              {buttonText(factor)}
            </button>
          ))}
        </div>
      </div>
      <Tooltip content={() => outcome.explanation}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- numbers explain themselves on focus, too */}
        <p role="status" tabIndex={0} data-tip="outcome" className={styles.outcome}>
          {outcome.saving !== '' && <b>{keepUnits(outcome.saving)} </b>}
          {keepUnits(outcome.limit)}
        </p>
      </Tooltip>
    </div>
  )
}

// Callers and callees of the selected function: the largest that were counted, and static calls, which the
// program's code holds.

const NO_TEXTS: Differences<'time' | 'count'> = NO_DIFFERENCES

function RelativeList({
  title,
  f,
  kind,
  relatives,
  opened,
  none,
}: {
  readonly title: string
  readonly f: FunctionIndex
  readonly kind: 'parents' | 'children'
  readonly relatives: Relatives
  readonly opened: ProfileView
  /** Shown if there are no relatives. */
  readonly none: string
}) {
  const shared = useStore((state) => state.shared)
  const certain = useCertain()
  const { asMeasured } = opened
  const differences = useMemo(
    () =>
      relatives.shown.map((relative) =>
        asMeasured ? relativeDifferences(opened, asMeasured, f, relative, kind) : NO_TEXTS,
      ),
    [relatives, asMeasured, opened, f, kind],
  )
  const explain = useCallback(
    (key: string) => {
      const explanation = relatives.shown[Number(key)]?.explanation
      const { time, count } = differences[Number(key)] ?? NO_TEXTS
      const was = [count, time].filter((text) => text !== undefined).join(', ')
      return explanation ? { ...withSymbols(explanation), was: was === '' ? undefined : was } : null
    },
    [relatives, differences],
  )
  const more = relatives.total - relatives.shown.length
  const areStacked = relatives.shown.some(({ name }) => isStacked(name))
  return (
    <section className={styles.relatives} data-side>
      <h3 className={styles.subtitle}>
        {title} <span className={styles.total}>{formatCount(relatives.total)}</span>
      </h3>
      {relatives.total === 0 && <p className={styles.none}>{none}</p>}
      <Tooltip content={explain}>
        <ul>
          {relatives.shown.map((relative, at) => (
            <li
              key={relative.f}
              className={styles.relative}
              data-stacked={areStacked}
              {...menuOf(
                relative.f,
                kind === 'parents' ? { parent: relative.f, child: f } : { parent: f, child: relative.f },
              )}
            >
              <NameLink
                name={relative.name}
                href={hashFor(shared, { selected: functionName(opened, relative.f) })}
                data-tip={at}
              />
              <span className={styles.count} data-was={differences[at]?.count} data-tip={at}>
                <span className={styles.full}>{relative.count}</span>
                <span className={styles.short} aria-hidden="true">
                  {relative.shortCount}
                </span>
              </span>
              <span className={styles.time} data-was={differences[at]?.time} data-tip={at}>
                {relative.time}
              </span>
              <TimeBar
                self={0}
                certain={relative.fraction * certainPartOfArc(opened.analyzed, certain, relative.arc)}
                total={relative.fraction}
              />
            </li>
          ))}
        </ul>
      </Tooltip>
      {more > 0 && <p className={styles.none}>and {formatCount(more)} more, in its entry</p>}
    </section>
  )
}

// Static calls: arcs found in the program's code that no run took.

const RELATIVES_SHOWN = 20

interface Props {
  readonly opened: ProfileView
  readonly f: FunctionIndex
}

export function StaticCalls({ opened, f }: Props) {
  const { neverTaken } = useViewParams(DETAILS_PARAMS)
  const asked = useStore((state) => state.ui.possibleCalls)
  const possible = valueOf(asked)
  const { staticArcs } = useStore((state) => state.shared.scenario)
  const isOffered = useStore(({ session }) => hasCode(session))
  if (!isOffered && !neverTaken) return null
  return (
    <section className={styles.relatives}>
      <button
        type="button"
        className={`${controls.toggle} ${styles.ask}`}
        aria-pressed={neverTaken}
        title="Calls in the program’s code that were not counted. Listed here, no number changes."
        onClick={togglePossibleCalls}
      >
        Static calls
      </button>
      {neverTaken && (asked.phase === 'idle' || asked.phase === 'loading') && (
        <p className={styles.none}>
          Reading the program’s code … {!staticArcs && <CodeProgress onCancel={stopPossibleCalls} />}
        </p>
      )}
      {neverTaken && areStaticCallsUnknown(asked) && (
        <p className={styles.none}>Needs the program itself, for x86, Arm, AArch64 or RISC-V.</p>
      )}
      {neverTaken && possible !== null && (
        <>
          <List title="Could also call" kind="children" opened={opened} f={f} possible={possible} />
          <List title="Could also be called by" kind="parents" opened={opened} f={f} possible={possible} />
          <p className={styles.none}>Direct calls only: the code does not show where a pointer leads.</p>
          <button
            type="button"
            className={`${controls.toggle} ${styles.ask}`}
            aria-pressed={staticArcs}
            title="As arcs without a count, of every function: they can make cycles, and numbers may change"
            onClick={toggleStaticArcs}
          >
            Show everywhere
          </button>
        </>
      )}
    </section>
  )
}

function List({
  title,
  kind,
  opened,
  f,
  possible,
}: Props & {
  readonly title: string
  readonly kind: 'parents' | 'children'
  readonly possible: PossibleArcs
}) {
  const shared = useStore((state) => state.shared)
  const { functions } = opened.analyzed.profile
  const { shown, tails, total } = useMemo(
    () => staticRelatives(possible, f, kind, RELATIVES_SHOWN),
    [possible, f, kind],
  )
  return (
    <>
      <h3 className={styles.subtitle}>
        {title} <span className={styles.total}>{formatCount(total)}</span>
      </h3>
      {total > 0 && (
        <ul aria-label={title}>
          {shown.map((other, nth) => {
            const name = displayName(functions, other)
            return (
              <li key={other} className={styles.relative}>
                <NameLink name={name} href={hashFor(shared, { selected: functionName(opened, other) })} />
                {tails[nth] && <span className={styles.none}> {tails[nth]}</span>}
              </li>
            )
          })}
        </ul>
      )}
      {total > shown.length && <p className={styles.none}>and {formatCount(total - shown.length)} more</p>}
    </>
  )
}

// Runs in the details, longest first: those of the whole profile in the overview, and those of the
// selected function on request.

const RUNS_IN_OVERVIEW = 4

function RunList({ lines, spread }: RunTimes) {
  return (
    <section className={styles.relatives} aria-label="Runs">
      <h3 className={styles.subtitle}>
        Runs <span className={styles.total}>{formatCount(lines.length)}</span>
      </h3>
      <p className={styles.why}>{spread}</p>
      <RunLineList lines={lines.slice(0, RUNS_IN_OVERVIEW)} />
      <RunsLink className={styles.all}>
        {lines.length > RUNS_IN_OVERVIEW ? `All ${formatCount(lines.length)}` : 'All'} in the view Runs
      </RunsLink>
    </section>
  )
}

// Shows the function's numbers in each run, on request. An imbalance between ranks shows by
// function.

function PerRunTimes({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const name = useMemo(() => functionName(opened, f), [opened, f])
  const asked = useStore((state) => perRunStatsOf(state, name))
  const count = runsOf(opened).length
  const runs = valueOf(asked)
  const listed = useMemo(() => runs && functionInRuns(opened, runs), [opened, runs])
  const section = useRef<HTMLElement>(null)
  if (count < 2 || !canOpenRunsOf(opened)) return null
  // The button is at the end of the panel: scroll so that the answer is in view.
  const ask = async () => {
    await requestPerRunStats(opened, f)
    requestAnimationFrame(() => section.current?.scrollIntoView({ block: 'nearest' }))
  }
  return (
    <section ref={section} className={styles.relatives} aria-label="In each run">
      <button
        type="button"
        className={`${controls.toggle} ${styles.ask}`}
        aria-pressed={asked.phase !== 'idle'}
        title={`Its self time and calls in each of the ${formatCount(count)} runs, read from the files again`}
        onClick={() => (asked.phase === 'idle' ? void ask() : dropPerRunStats())}
      >
        In each run
      </button>
      {asked.phase === 'loading' && (
        <p className={styles.none}>
          Reading the runs …{' '}
          {asked.progress !== null && (
            <>
              <progress aria-label="Reading the runs" value={asked.progress} max={1} />
              <button type="button" className={controls.quiet} onClick={dropPerRunStats}>
                Cancel
              </button>
            </>
          )}
        </p>
      )}
      {asked.phase === 'failed' && <p className={styles.none}>{problemText(asked.problem).title}.</p>}
      {listed && (
        <>
          {listed.lines.length > 0 && <p className={styles.why}>{listed.spread}</p>}
          <RunLineList lines={listed.lines} />
          <RunsLink className={styles.all}>Compare in Runs</RunsLink>
          {listed.lines.length < count && (
            <p className={styles.none}>
              {formatCount(count - listed.lines.length)} could not be read again: changed or moved.
            </p>
          )}
        </>
      )}
    </section>
  )
}

// Runs, one a line, each with its time as a fraction of the longest. A line links to that run
// alone.

const RUNS_SHOWN = 6

/** The URL state that the links are derived from. */
const Shared = createContext(EMPTY_URL_STATE)

function RunLineList({ lines }: { readonly lines: readonly RunLine[] }) {
  // Each keystroke of a search changes up to a thousand links: deferred.
  const shared = useDeferredValue(useStore((state) => state.shared))
  return (
    <Shared value={shared}>
      <LongList items={lines} shown={RUNS_SHOWN} Line={Line} />
    </Shared>
  )
}

function Line({ item }: { readonly item: RunLine }) {
  const { name, run, isShown, detail, calls, time, fraction } = item
  const shared = use(Shared)
  return (
    <li className={styles.relative} title={detail} data-shown={isShown}>
      {run ? (
        <a
          href={hashFor(shared, { run })}
          className={names.link}
          title={`Only this run: ${detail}`}
          aria-current={isShown}
          // Starting a worker takes longer than opening one run.
          onPointerEnter={() => prepareConnection()}
          onFocus={() => prepareConnection()}
        >
          {name}
        </a>
      ) : (
        <span className={names.plain}>{name}</span>
      )}
      {calls !== undefined && <span className={styles.count}>{calls}</span>}
      <span className={calls === undefined ? styles.run : styles.time}>{time}</span>
      <TimeBar hasTrack total={fraction} />
    </li>
  )
}

// Lists of runs for the details, longest first, so that an overloaded rank is found by its total or
// by one function.

/** One run in a list of runs. */
export interface RunLine {
  readonly name: string
  /** The run to open; null if it cannot be opened alone. */
  readonly run: RunName | null
  readonly isShown: boolean
  readonly detail: string
  /** Calls of the function, if they were counted. */
  readonly calls?: string
  /** Empty if no run has a sample. */
  readonly time: string
  /** Fraction of the longest run's time, 0–1. */
  readonly fraction: number
}

/** A list of runs with a sentence about how much they differ. */
export interface RunTimes {
  /** Longest first; equal runs in the order of their files. */
  readonly lines: readonly RunLine[]
  /**
   * For example "0.06 s to 0.18 s per run, median 0.07 s. The largest is 1.89 times the
   * mean, within noise."
   */
  readonly spread: string
}

/** Returns the profile's runs, longest first. Null unless several of them have samples. */
export function longestRuns(opened: ProfileView): RunTimes | null {
  const sampled = runsOf(opened)
    .flatMap((run) => (run.samples === undefined ? [] : [{ ...run, samples: run.samples }]))
    .toSorted((a, b) => b.samples - a.samples)
  const most = sampled[0]?.samples ?? 0
  if (sampled.length < 2 || most === 0) return null
  const timeOf = timesOf(opened)
  const lineOf = linesOf(opened)
  return {
    lines: sampled.map((run) => ({
      ...lineOf(run),
      detail: run.detail,
      time: timeOf(run.samples),
      fraction: run.samples / most,
    })),
    spread: allRunsText(opened, spreadOf(sampled.map(({ samples }) => samples))),
  }
}

/** Returns a function's self time in each run, or its calls if it has no sample. */
export function functionInRuns(opened: ProfileView, found: readonly FunctionInRun[]): RunTimes {
  const timeOf = timesOf(opened)
  const lineOf = linesOf(opened)
  const runs = runsOf(opened)
  const all = foundByRun(runs, found)
    .flatMap((one, at) => {
      const run = runs[at]
      return one && run ? [{ ...one, ...lineOf(run) }] : []
    })
    .toSorted((a, b) => b.ticks - a.ticks || b.calls - a.calls)
  const isSampled = all.some(({ ticks }) => ticks > 0)
  const sizes = all.map(({ ticks, calls }) => (isSampled ? ticks : calls))
  const spread = spreadOf(sizes)
  const most = sizes[0] ?? 0
  return {
    lines: all.map(({ name, run, isShown, ticks, calls, selfCalls }, at) => ({
      name,
      run,
      isShown,
      detail: `${formatExact(ticks)} samples, ${formatCounted(calls, 'call')}${selfCalls > 0 ? ` and ${formatCount(selfCalls)} by itself` : ''}`,
      calls: calls === 0 ? '' : `${formatCount(calls)} ×`,
      time: isSampled ? timeOf(ticks) : '',
      fraction: most > 0 ? (sizes[at] ?? 0) / most : 0,
    })),
    spread:
      (isSampled
        ? spreadText(spread, timeOf, functionChanceText(spread, imbalanceOfRuns(opened)))
        : spreadText(spread, (count) => formatCounted(count, 'call'), '')) + measuredNote(opened),
  }
}

/** How much the runs differ, and in which function one of them has far more than the others. */
function allRunsText(opened: ProfileView, spread: Spread): string {
  const { profile } = opened.analyzed
  const imbalance = imbalanceOfRuns(opened)
  const runs = runsOf(opened)
  const table = runTable(runs, profile, null, imbalance)
  const [most] = imbalanceRows(table, (key) => runs.findIndex(({ run }) => isSameFileKey(run, key)))
  const slow = most?.isSignificant
    ? ` ${most.runLabel}: ${most.excess} in ${displayName(profile.functions, most.f)}.`
    : ''
  return spreadText(spread, timesOf(opened), chanceText(spread, imbalance)) + slow + measuredNote(opened)
}

/** Times of runs do not follow the scenario's faster functions; "" where it has none. */
const measuredNote = ({ analyzed }: ProfileView): string =>
  analyzed.scenario.faster.length === 0 ? '' : ` ${RUNS_AS_MEASURED}`

function timesOf({ analyzed: { profile } }: ProfileView): (samples: number) => string {
  return (samples) => formatSeconds(secondsOf(samples, profile.rate), profile.abbreviation)
}

function linesOf(opened: ProfileView): (run: Run) => Pick<RunLine, 'name' | 'run' | 'isShown'> {
  const canOpen = canOpenRunsOf(opened)
  const shown = opened.oneRun?.run ?? null
  return ({ run, name }) => ({ name, run: canOpen ? run : null, isShown: isSameFileKey(run, shown) })
}

// The overview that the details show while no function is selected: where the time went, and the
// files it was read from. On a narrow screen it is a line below the view that unfolds.

const SHOWN = 6
/** A parallel program writes a file for each of its processes. */
const FILES_SHOWN = 8

export function Overview({
  opened,
  isBlank,
}: {
  readonly opened: ProfileView
  /** True to reserve the space without drawing anything in it. */
  readonly isBlank: boolean
}) {
  const id = useId()
  const [isUnfolded, setUnfolded] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  usePageKeys(
    useCallback(
      ({ key }: KeyboardEvent) => {
        if (key !== 'Escape' || !isUnfolded || !hasSheets()) return false
        setUnfolded(false)
        button.current?.focus()
        return true
      },
      [isUnfolded],
    ),
  )
  const profiles = filesOfAllRuns(opened).filter(({ samples }) => samples !== undefined)
  return (
    <aside
      id="details"
      className={styles.panel}
      aria-label={`Details of ${visibleText(opened.name)}`}
      data-unfolded={isUnfolded || undefined}
    >
      <button
        ref={button}
        type="button"
        className={styles.unfold}
        aria-expanded={isUnfolded}
        aria-controls={id}
        onClick={() => setUnfolded(!isUnfolded)}
      >
        <RightIcon />
        {profiles.length > 1 ? 'Overview, runs, files' : 'Overview and files'}
      </button>
      {!isBlank && <AtAGlance id={id} opened={opened} />}
    </aside>
  )
}

function AtAGlance({ id, opened }: { readonly id: string; readonly opened: ProfileView }) {
  const { analyzed, listing, asMeasured } = opened
  const lists = useMemo(
    () => ({
      self: hottest(analyzed, listing, SHOWN),
      total: longest(analyzed, listing, SHOWN),
      calls: mostCalled(analyzed, listing, SHOWN),
    }),
    [analyzed, listing],
  )
  const measured = useMemo(
    () => (asMeasured ? lists.total.map(({ f }) => totalHighlight(asMeasured.analyzed, f)) : lists.total),
    [asMeasured, lists],
  )
  /** Uses the flat profile's explanation of the same number. */
  const cell = (column: FlatColumn) => (f: FunctionIndex) =>
    explainFlatCell(analyzed, listing.flat, f, column)
  const runs = useMemo(() => longestRuns(opened), [opened])
  // Files listed as runs are not listed again.
  const files = runs ? opened.files.filter(({ samples }) => samples === undefined) : opened.files
  return (
    <div id={id} className={styles.content}>
      <h2 className={styles.name}>
        <b>{visibleText(opened.name)}</b>
      </h2>
      {runs && <RunList {...runs} />}
      {lists.self.length === 0 && (
        <Highlights
          title="Most calls"
          highlights={lists.calls}
          measured={lists.calls}
          explain={{ percent: cell('calls'), time: cell('calls') }}
          opened={opened}
        />
      )}
      <Highlights
        title="Top self time"
        highlights={lists.self}
        measured={lists.self}
        explain={{ percent: cell('percent'), time: cell('self') }}
        opened={opened}
      />
      <Highlights
        title="Top total time"
        highlights={lists.total}
        measured={measured}
        explain={{ percent: (f) => explainTotalShare(analyzed, f), time: cell('total') }}
        opened={opened}
      />
      <section className={styles.relatives}>
        <h3 className={styles.subtitle}>Files</h3>
        <LongList items={files} shown={FILES_SHOWN} Line={FileLine} />
      </section>
      <p className={styles.none}>Select a function for details. Press ? for shortcuts.</p>
    </div>
  )
}

function FileLine({ item: { name, detail } }: { readonly item: OfferedFile }) {
  return (
    <li className={styles.file}>
      <code>{visibleText(name)}</code>
      <span className={styles.why}>{keepCounts(visibleText(detail))}</span>
    </li>
  )
}

interface Figures {
  readonly percent: (f: FunctionIndex) => Explanation
  readonly time: (f: FunctionIndex) => Explanation
}

function Highlights({
  title,
  highlights,
  measured,
  explain,
  opened,
}: {
  readonly title: string
  readonly highlights: readonly Highlight[]
  /** The same functions without the scenario. */
  readonly measured: readonly Highlight[]
  readonly explain: Figures
  readonly opened: ProfileView
}) {
  const shared = useStore((state) => state.shared)
  const certain = useCertain()
  if (highlights.length === 0) return null
  const wasOf = (at: number, figure: keyof Figures): string | undefined => {
    const was = measured[at]?.[figure]
    return was === highlights[at]?.[figure] ? undefined : was
  }
  /** @param key index of the highlight, a colon and the column; the percentage for its name */
  const content = (key: string) => {
    const [place, figure = 'percent'] = key.split(':')
    const at = Number(place)
    const highlight = highlights[at]
    if (!highlight || (figure !== 'percent' && figure !== 'time')) return null
    return { ...withSymbols(explain[figure](highlight.f)), was: wasOf(at, figure) }
  }
  const areStacked = highlights.some(({ name }) => isStacked(name))
  return (
    <section className={styles.relatives}>
      <h3 className={styles.subtitle}>{title}</h3>
      <Tooltip content={content}>
        <ul>
          {highlights.map((highlight, at) => (
            <li
              key={highlight.f}
              className={styles.relative}
              data-stacked={areStacked}
              {...menuOf(highlight.f)}
            >
              <NameLink
                name={highlight.name}
                href={hashFor(shared, { selected: functionName(opened, highlight.f) })}
                data-tip={at}
              />
              <span className={styles.count} data-was={wasOf(at, 'percent')} data-tip={`${at}:percent`}>
                {highlight.percent}
              </span>
              <span className={styles.time} data-was={wasOf(at, 'time')} data-tip={`${at}:time`}>
                {highlight.time}
              </span>
              <TimeBar hasTrack {...barOfHighlight(opened.analyzed, certain, highlight)} />
            </li>
          ))}
        </ul>
      </Tooltip>
    </section>
  )
}

// The details of the selected function: its name, source, times, calls and scenario switches; without one,
// the overview. A sheet on a narrow screen.
import { Suspense, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex, FunctionTable } from '../../../workers/core/profile/call-graph-profile.ts'
import {
  biggestRelatives,
  callFacts,
  countedWith,
  cycleTagOf,
  type Fact,
  timeFacts,
} from '../../../workers/core/reports/details/function-details.ts'
import {
  displayName,
  MOST_SHOWN,
  rawName,
  readableBytes,
  shownAt,
  wholeName,
} from '../../../workers/core/reports/names/names.ts'
import { formatAddress, formatCount } from '../../../workers/core/reports/quantities.ts'
import { select } from '../../state/actions.ts'
import { entryPatch, functionLinesPatch, hashFor, useCertain, useSelected } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { CloseIcon, IconButton } from '../../ui/controls.tsx'
import { useIsPainted } from '../../ui/display.ts'
import { BreakableName, keepUnits, LongName, pathParts } from '../../ui/text.tsx'
import { views } from '../../views/registry.ts'
import type { DetailsProps, ViewDefinition } from '../../views/view.ts'
import { BugBoundary } from '../BugBoundary.tsx'
import { PerRunTimes } from './RunList.tsx'
import { Overview } from './Overview.tsx'
import { RelativeList, StaticCalls } from './RelativeList.tsx'
import { nameParts } from '../../../workers/core/reports/names/name-parts.ts'
import { copyText } from '../export/save-and-copy.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { type Source, sourceOf } from '../../../workers/core/reports/sources.ts'
import { valueOf } from '../../state/worker/requests.ts'
import { hasLines, lookForSources, stopSources } from '../../state/worker/sources.ts'
import { barOfTotal } from '../../../workers/core/reports/bounds.ts'
import { flatRow } from '../../../workers/core/reports/flat-rows.ts'
import { wholeOfTotal } from '../../../workers/core/reports/details/explain-sampling.ts'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import {
  type Differences,
  factDifferences,
  NO_DIFFERENCES,
} from '../../../workers/core/reports/what-if/differences.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { factorOf, type NameList } from '../../../workers/core/analysis/scenario/scenario.ts'
import { outcomeOf } from '../../../workers/core/reports/what-if/savings.ts'
import { setFactor, toggleName } from '../../state/scenario.ts'
import controls from '../../ui/controls.module.css'
import styles from './details.module.css'

/** The rest are one click away, in the call graph entry. */
const RELATIVES = 8

export function Details({ opened }: { readonly opened: ProfileView }) {
  const selected = useSelected(opened)
  // The table's rows are drawn first: they are why the profile was opened.
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- tooltips include the lower bounds as soon as they are known
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
          title="Callers"
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
          title="Callees"
          kind="children"
          f={f}
          relatives={known.children}
          opened={opened}
          none="calls nothing that was counted"
        />
        <PerRunTimes key={`runs of ${f}`} opened={opened} f={f} />
        <StaticCalls opened={opened} f={f} />
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

// A function's full name over several lines. If it does not fit, the part with the function's own
// name is scrolled into view, not the return type.

function FunctionTitle({ name }: { readonly name: string }) {
  const title = useRef<HTMLHeadingElement>(null)
  const own = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!title.current || !own.current) return
    const end = own.current.offsetTop + own.current.offsetHeight
    const line = Number.parseFloat(getComputedStyle(title.current).lineHeight)
    title.current.scrollTop = Math.ceil((end - title.current.clientHeight) / line) * line
  }, [])
  const { result, outer, scope, own: called, types, parameters } = nameParts(name)
  return (
    <h2 ref={title} className={styles.name}>
      <BreakableName name={result + outer} />
      <wbr />
      <b ref={own}>
        <BreakableName name={scope + called} />
      </b>
      <BreakableName name={types + parameters} />
    </h2>
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
        Copy the whole name, {formatCount(length)} letters
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
        Source not looked for.
        <button type="button" className={controls.quiet} onClick={() => void lookForSources(opened)}>
          Look for it
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

// Draws the function's share of all time: self time, time propagated from its children, and the
// lower bound of the total.

export function TotalBar({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const { selfFraction, totalFraction } = flatRow(opened.analyzed, opened.listing.flat, f)
  const whole = wholeOfTotal(opened.analyzed, f)
  const bar = barOfTotal(opened.analyzed, useCertain(), f, totalFraction, whole)
  return (
    <div className={styles.bar}>
      <TimeBar hasTrack self={selfFraction} {...bar} />
    </div>
  )
}

// Numbers with their formulas. The inputs of a formula appear on hover and on focus.

function FactList({
  label,
  facts,
  asMeasured,
}: {
  readonly label: string
  readonly facts: readonly Fact[]
  /** The same facts without the scenario; null if there is no scenario. */
  readonly asMeasured: readonly Fact[] | null
}) {
  const was = useMemo(
    (): Differences<string> => (asMeasured ? factDifferences(facts, asMeasured) : NO_DIFFERENCES),
    [facts, asMeasured],
  )
  const explain = useCallback(
    (key: string) => {
      const fact = facts[Number(key)]
      return fact?.explanation ? { ...fact.explanation, was: was[fact.label] } : null
    },
    [facts, was],
  )
  return (
    <Tooltip content={explain}>
      <dl className={styles.list} aria-label={label}>
        {facts.map(({ label: term, value, explanation }, at) => (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a number explains itself on focus, too */}
            <dd tabIndex={0} data-tip={at}>
              <span className={styles.value} data-was={was[term]}>
                {keepUnits(value)}
              </span>
              {explanation && explanation.formula !== '' && (
                <span className={styles.formula}>{keepUnits(explanation.formula)}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Tooltip>
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

function WhatIf({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const scenario = useStore((state) => state.shared.scenario)
  const name = rawName(opened.analyzed.profile.functions, f)
  return (
    <>
      <Faster opened={opened} f={f} />
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

function Faster({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const { analyzed } = opened
  const scenario = useStore((state) => state.shared.scenario)
  const certain = useCertain()
  const measured = (opened.asMeasured ?? opened).analyzed
  const outcome = useMemo(
    () => outcomeOf(measured, analyzed, certain, f, scenario),
    [measured, analyzed, certain, f, scenario],
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

// The command palette: functions by the search's ranking, cycles, views, actions, chosen by typing.
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { NONE } from '../../../workers/core/base/columns.ts'
import type { CycleIndex } from '../../../workers/core/analysis/analyzed-profile.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { EntryIndex } from '../../../workers/core/reports/listing/entries.ts'
import { formatCounted } from '../../../workers/core/quantities.ts'
import { briefName } from '../../../workers/core/names/brief-name.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { nameParts } from '../../../workers/core/names/name-parts.ts'
import { cycleInQuery } from '../../../workers/core/reports/cycle-query.ts'
import { selectCycle, selectedCycleOf } from '../../state/selected-cycle.ts'
import { isExpression } from '../../../workers/core/reports/search/match-marks.ts'
import { rowsByRank } from '../../../workers/core/reports/search/filter-rows.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { searchNames } from '../../state/questions/search-and-sort.ts'
import { canFold } from '../../../workers/core/reports/scenario-text.ts'
import {
  asMeasured,
  clearScenario,
  redo,
  toggleFoldStd,
  toggleStaticArcs,
  undo,
} from '../../state/questions/scenario.ts'
import { hasCode } from '../../state/questions/static-calls.ts'
import { navigate } from '../../state/url/address.ts'
import { nextTheme, select, setTheme, showPanel, showView } from '../../state/actions.ts'
import { selectedOf } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { viewKey, viewsFor } from '../../views/registry.ts'
import type { MenuItem } from '../../ui/context-menu.tsx'
import { LongName } from '../../ui/LongName.tsx'
import { cycleActions } from './cycle-actions.ts'
import { functionActions } from './function-actions.ts'
import controls from '../../ui/controls.module.css'
import styles from './palette.module.css'

interface Group {
  readonly title: string
  readonly items: readonly (MenuItem & { readonly isFunction?: true })[]
}

/** Functions listed for a query. */
const MOST_FUNCTIONS = 10

export function Palette({
  opened,
  onCopy,
  onSearch,
}: {
  readonly opened: ProfileView
  readonly onCopy: (text: string, outcome?: string) => void
  /** Moves the focus to the search field. */
  readonly onSearch: () => void
}) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const functions = useFoundFunctions(opened, query)
  const actions = useMemo(() => actionGroups(opened, onCopy, onSearch), [opened, onCopy, onSearch])
  const groups = useMemo(
    () => groupsFor(opened, query, functions, actions),
    [opened, query, functions, actions],
  )
  const items = groups.flatMap((group) => group.items)
  const active = Math.min(at, items.length - 1)
  // The code came after the dialog had opened.
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- follows what is drawn
  }, [active, groups])
  const run = (item: MenuItem | undefined) => {
    if (!item) return
    // First: the action may open another panel.
    showPanel('none')
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((active + step + items.length) % Math.max(1, items.length))
    else if (key === 'Enter') run(items[active])
    else if (key === 'k' && (event.ctrlKey || event.metaKey)) showPanel('none')
    else return
    event.preventDefault()
  }
  let index = 0
  return (
    <div className={styles.palette}>
      <input
        ref={field}
        type="text"
        role="combobox"
        className={styles.input}
        aria-label="Function, view or action"
        placeholder="Function, cycle, view or action"
        aria-expanded={items.length > 0}
        aria-controls={`${id}list`}
        aria-activedescendant={items.length > 0 ? `${id}${active}` : undefined}
        aria-autocomplete="list"
        spellCheck={false}
        autoComplete="off"
        value={query}
        onChange={({ target }) => {
          setQuery(target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={list} id={`${id}list`} role="listbox" aria-label="Commands" className={styles.list}>
        {groups.map(({ title, items: within }) => (
          <div key={title} role="group" aria-label={title}>
            <p className={styles.title} aria-hidden="true">
              {title}
            </p>
            {within.map((item) => {
              const own = index++
              return (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the field
                <div
                  key={`${own} ${item.label}`}
                  id={`${id}${own}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={own === active}
                  className={styles.option}
                  title={item.isFunction ? item.label : undefined}
                  onPointerMove={() => own !== active && setAt(own)}
                  onClick={() => run(item)}
                >
                  {item.isFunction ? (
                    <code className={styles.name}>
                      <LongName {...nameParts(item.label)} />
                    </code>
                  ) : (
                    item.label
                  )}
                  {item.isOn === true && <span className={styles.on}>on</span>}
                  {item.hint !== undefined && (
                    <kbd className={controls.key} aria-hidden="true">
                      {item.hint}
                    </kbd>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p role="status" className={styles.none}>
        {items.length === 0 ? 'No match' : ''}
      </p>
    </div>
  )
}

/** Returns the groups whose items contain all words of the query; the functions come first. */
function groupsFor(
  opened: ProfileView,
  query: string,
  functions: readonly FunctionIndex[],
  actions: readonly Group[],
): readonly Group[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const table = opened.analyzed.profile.functions
  const found: Group = {
    title: query.trim() === '' ? 'Top self time' : 'Functions',
    items: functions.map((f) => ({
      label: displayName(table, f),
      isFunction: true,
      run: () => select(f, 'push'),
    })),
  }
  const fitting = actions.map(({ title, items }) => ({
    title,
    items: items.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))),
  }))
  const named = cycleGroup(opened, query)
  // "cycles" is the name of a view, too.
  const isView = fitting.some(({ items }) =>
    items.some(({ label }) => label.toLowerCase() === words.join(' ')),
  )
  const ranked = isView ? [found, ...fitting, ...named] : [...named, found, ...fitting]
  const order = words.length === 0 ? [...fitting, found] : ranked
  return order.filter(({ items }) => items.length > 0)
}

/** Cycles listed for a query. */
const MOST_CYCLES = 5

/** Returns the cycle that a query names by its number, or those with the most time if it says "cycle". */
function cycleGroup(opened: ProfileView, query: string): readonly Group[] {
  const { analyzed } = opened
  const numbered = cycleInQuery(analyzed, query)
  const found = numbered !== null ? [numbered] : /^cycles?$/i.test(query.trim()) ? longestCycles(opened) : []
  const { offsets } = analyzed.cycles.members
  const items = found.map((cycle) => ({
    label: `cycle ${cycle + 1}, ${formatCounted((offsets[cycle + 1] ?? 0) - (offsets[cycle] ?? 0), 'member')}`,
    run: () => selectCycle(cycle, 'push'),
  }))
  return [{ title: 'Cycles', items }]
}

/** Returns the cycles with the most time: entries are in that order. */
function longestCycles({ listing: { entries } }: ProfileView): readonly CycleIndex[] {
  const found: CycleIndex[] = []
  for (const entry of entries.printed) {
    if (found.length === MOST_CYCLES) break
    const cycle = entries.cycleOf[entry as EntryIndex] ?? NONE
    if (cycle !== NONE) found.push(cycle)
  }
  return found
}

/** Returns the best matches of a query in the flat profile; its first rows without a query. */
function useFoundFunctions({ analyzed, listing }: ProfileView, query: string): readonly FunctionIndex[] {
  const rows = listing.flat.printed
  const { length } = analyzed.profile.functions
  const first = useMemo(() => firstOf(rows), [rows])
  const [found, setFound] = useState<{ of: typeof rows; list: readonly FunctionIndex[] } | null>(null)
  // An expression may never end: the search field has the means to interrupt it.
  const asked = isExpression(query) ? '' : query.trim()
  useEffect(() => {
    if (asked === '') return
    const controller = new AbortController()
    // Without an answer nothing is listed.
    void searchNames(asked, controller.signal, (answer) => {
      if (answer.ok) setFound({ of: rows, list: firstOf(rowsByRank(rows, answer, length)) })
    })
    return () => controller.abort()
  }, [asked, rows, length])
  if (asked === '') return query === '' ? first : []
  return found?.of === rows ? found.list : []
}

const firstOf = (rows: Uint32Array): readonly FunctionIndex[] =>
  [...rows.subarray(0, MOST_FUNCTIONS)] as unknown as readonly FunctionIndex[]

const ARRANGEMENTS = [
  { label: 'Tree of callees', as: 'callees', hint: 'd' },
  { label: 'Tree of callers', as: 'callers', hint: 'u' },
] as const

/** Returns what can be done now: with the selected function, with the views, and with the page. */
function actionGroups(
  opened: ProfileView,
  onCopy: (text: string, outcome?: string) => void,
  onSearch: () => void,
): readonly Group[] {
  const state = useStore.getState()
  const { shared, ui, session } = state
  const selected = selectedOf(opened, shared.selected)
  const cycle = selectedCycleOf(opened, shared.selected)
  const { past, future } = ui.history
  const measured = asMeasured(opened)
  const isFoldOffered =
    shared.scenario.foldStd || canFold(measured.analyzed.profile, measured.listing.flat.printed)
  const theme = nextTheme(ui.theme)
  const page: MenuItem[] = [
    { label: 'Search functions', hint: '/', run: onSearch },
    { label: 'Share', run: () => showPanel('share') },
    { label: 'Export', run: () => showPanel('export') },
    { label: `Theme: ${theme}`, run: () => setTheme(theme) },
    { label: 'Keyboard shortcuts', hint: '?', run: () => showPanel('help') },
  ]
  const changes: MenuItem[] = [
    ...(past.length > 0 ? [{ label: 'Undo', run: undo }] : []),
    ...(future.length > 0 ? [{ label: 'Redo', run: redo }] : []),
    ...(isEmptyScenario(shared.scenario) ? [] : [{ label: 'Clear all changes', run: clearScenario }]),
    ...(hasCode(session)
      ? [{ label: 'Static calls', isOn: shared.scenario.staticArcs, run: toggleStaticArcs }]
      : []),
    ...(isFoldOffered ? [{ label: 'Fold std::', isOn: shared.scenario.foldStd, run: toggleFoldStd }] : []),
  ]
  const { 'call-graph.zoom': _zoom, ...params } = shared.params
  return [
    ...(selected === null
      ? []
      : [
          {
            title: briefName(displayName(opened.analyzed.profile.functions, selected)),
            // It is selected already.
            items: functionActions(opened, selected, onCopy).flat().slice(1),
          },
        ]),
    ...(cycle === null
      ? []
      : [{ title: `cycle ${cycle + 1}`, items: cycleActions(opened, cycle, onCopy).flat().slice(1) }]),
    {
      title: 'Views',
      items: [
        ...viewsFor(opened).map((view) => ({
          label: view.title,
          hint: viewKey(view) ?? undefined,
          run: () => showView(view.id),
        })),
        ...ARRANGEMENTS.map(({ label, as, hint }) => ({
          label,
          hint,
          run: () => navigate({ view: 'call-graph', params: { ...params, 'call-graph.as': as } }, 'push'),
        })),
      ],
    },
    { title: 'What if', items: changes },
    { title: 'Page', items: page },
  ]
}

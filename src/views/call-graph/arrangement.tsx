// What the arrangements of the call graph share: the switch between them, their columns, and the words for a
// tree.
import type { RefObject } from 'react'
import type { CallTree, Direction } from '../../../workers/core/reports/call-tree/call-tree.ts'
import {
  formatFunctionName,
  type FunctionName,
  functionName,
  type ParamsCodec,
  parseFunctionName,
  readParams,
  resolveSelection,
  setViewParams,
  useStore,
  useViewParams,
} from '../../state/store.ts'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import type { TreeColumn } from '../../../workers/core/reports/call-tree/tree-text.ts'
import type { Convention } from '../../../workers/core/reports/cycle-entry.ts'
import type { EntryColumn } from '../../../workers/core/reports/explain-entry.ts'
import { BAR_WORDS } from '../../../workers/core/reports/bounds.ts'
import type { TooltipContent } from '../../ui/controls.tsx'
import { useWidth } from '../../ui/page.ts'
import { showFlame } from '../call-trees.ts'
import switches from '../../ui/controls.module.css'
import styles from './call-graph.module.css'

// The arrangement of the call graph, as entries or as a tree: its parameters in the link, the
// actions that change them, and the switch.

/** The call graph's parameters in the link. */
export interface CallGraphParams {
  readonly arrangement: 'entries' | Direction
  /** The root function; null for the default, the function with the largest total. */
  readonly root: FunctionName | null
  /** Whose description the entries of cycles and of their members follow. */
  readonly convention: Convention
}

/** Codec of the parameters. Keys: as=callees|callers, root, entries=gprof */
export const callGraphParams: ParamsCodec<CallGraphParams> = {
  view: 'call-graph',
  parse: (raw) => ({
    arrangement: raw['as'] === 'callees' || raw['as'] === 'callers' ? raw['as'] : 'entries',
    root: parseFunctionName(raw['root'] ?? ''),
    convention: raw['entries'] === 'gprof' ? 'gprof' : 'manual',
  }),
  format: ({ arrangement, root, convention }) => ({
    ...(arrangement === 'entries' ? {} : { as: arrangement }),
    ...(root ? { root: formatFunctionName(root) } : {}),
    ...(convention === 'manual' ? {} : { entries: convention }),
  }),
}

// Actions on the arrangement of the call graph. Back undoes each of them.

const currentParams = (): CallGraphParams => readParams(useStore.getState().shared, callGraphParams)

const change = (patch: Partial<CallGraphParams>): void =>
  setViewParams(callGraphParams, { ...currentParams(), ...patch }, 'push')

/** Shows the entries or a tree. A tree has the selected function as its root, if there is one. */
export function arrange(opened: ProfileView, arrangement: CallGraphParams['arrangement']): void {
  const now = currentParams()
  if (now.arrangement === arrangement) return
  const { selected } = useStore.getState().shared
  const { f, cycle } = resolveSelection(opened, selected)
  // A tree under the member that names a cycle starts with the whole cycle.
  if (arrangement === 'entries') change({ arrangement })
  else change({ arrangement, root: f === null && cycle === null ? now.root : selected })
}

/** Makes a function the root of the tree; null for the default root. */
export function rootAt(opened: ProfileView, f: FunctionIndex | null): void {
  change({ root: f === null ? null : functionName(opened, f) })
}

/** Shows the entries of cycles as GNU gprof prints them, or as its manual describes them. */
export function toggleConvention(): void {
  change({ convention: currentParams().convention === 'gprof' ? 'manual' : 'gprof' })
}

// The choices: gprof's entries, or a tree of callees or callers.

const ARRANGEMENTS = [
  ['entries', 'Entries', 'e'],
  ['callees', 'Callees', 'd'],
  ['callers', 'Callers', 'u'],
] as const

export function ArrangementSwitch({ opened }: { readonly opened: ProfileView }) {
  const params: CallGraphParams = useViewParams(callGraphParams)
  return (
    <>
      <div role="group" aria-label="Arrangement" className={`${switches.switch} ${styles.narrow}`}>
        {ARRANGEMENTS.map(([arrangement, label, key]) => (
          <button
            key={arrangement}
            type="button"
            aria-pressed={params.arrangement === arrangement}
            title={`${label} (${key})`}
            onClick={() => arrange(opened, arrangement)}
          >
            {label}
          </button>
        ))}
      </div>
      {params.arrangement !== 'entries' && (
        <button
          type="button"
          className={switches.quiet}
          title="Show the tree in the flame view (i)"
          onClick={() => params.arrangement !== 'entries' && showFlame(params.arrangement, params.root)}
        >
          Flame
        </button>
      )}
    </>
  )
}

// Shared by entries and trees: tooltips of the columns, and whether names are stacked above the
// numbers.

const said = (title: string, note = ''): TooltipContent => ({ title, formula: '', note })

const PASSED = 'Beside a caller, the part that was passed to it; beside a callee, the part that came from it.'

/** Tooltips of the entries' columns. */
export const ENTRY_WORDS: Readonly<Record<EntryColumn, TooltipContent | null>> = {
  index: said('gprof’s number of the entry', 'Most time first.'),
  percent: said('Share of all recorded samples in the function and what it calls', BAR_WORDS),
  self: said('Time in the function itself', PASSED),
  children: said('Time inherited from what it calls', PASSED),
  called: said(
    'Times it was called',
    '3+7 is 3 calls by others and 7 by itself; of a cycle or a member, 3 from outside. Beside a caller or callee, 3/10 is 3 of all 10 calls of the function that is called.',
  ),
  name: null,
}

const PATH_CALLS = '≈ is an estimate: calls are counted by arc, not by path.'

/** Tooltips of the tree's columns, for callees and callers. */
export const TREE_WORDS: Readonly<
  Record<CallTree['direction'], Readonly<Record<TreeColumn, TooltipContent>>>
> = {
  callees: {
    share: said('Share of all recorded samples'),
    total: said('Time of the function and what it calls, passed along this path'),
    self: said('Time in the function itself, along this path'),
    calls: said('Calls along this path', PATH_CALLS),
  },
  callers: {
    share: said(
      'Time of the function in the first row by way of this caller, as a share of all recorded samples',
    ),
    total: said('Total time of the function in the first row, called by way of this one'),
    self: said(
      'Self time of the function in the first row, called by way of this one',
      'A caller’s own self time is not in its row.',
    ),
    calls: said('Calls of the function in the first row that came by way of this one', PATH_CALLS),
  },
}

// The layout of a line of the call graph: one line of text, or the name above the numbers if both
// do not fit. Measured in code and not in CSS, because the virtual list needs the row height.

/** The layout of all rows of a list. */
export interface RowShape {
  readonly isStacked: boolean
  readonly rowHeight: number
}

const SIDE_BY_SIDE: RowShape = { isStacked: false, rowHeight: 25 }
const STACKED: RowShape = { isStacked: true, rowHeight: 42 }

/** Pixels of a digit, and of a name of some twenty characters with its margin. */
const DIGIT = 8.3
const NAME = 220

/** Least width of a column of calls, in digits. */
export const LEAST_DIGITS = 7

/**
 * Returns the layout of the rows for the list's width. `pixels` and `letters`: minimal width of the
 * number columns, as in the style sheet.
 */
export function useRowShape(
  scroller: RefObject<HTMLElement | null>,
  pixels: number,
  letters: number,
): RowShape {
  const width = useWidth(scroller)
  return width > 0 && width < pixels + letters * DIGIT + NAME ? STACKED : SIDE_BY_SIDE
}

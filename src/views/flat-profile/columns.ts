// The columns of the flat profile: which are on screen, how wide they are. The browser remembers both.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { SCREEN_COLUMNS, type ScreenColumn } from '../../../workers/core/reports/sort-functions.ts'
import type { SortColumn } from '../../../workers/api/contract.ts'
import { useNarrowTable } from '../../ui/media.ts'

export type NumberColumn = Exclude<ScreenColumn, 'name'>

/** What a user may choose from; the name always stays. */
export const CHOICES = SCREEN_COLUMNS.filter((column): column is NumberColumn => column !== 'name')
export const DEFAULT: readonly NumberColumn[] = ['selfPercent', 'totalPercent', 'self', 'total', 'calls']
/** In gprof's order, because that of the screen agrees with it. */
export const GPROF: readonly NumberColumn[] = [
  'percent',
  'cumulative',
  'self',
  'calls',
  'selfPerCall',
  'totalPerCall',
]

interface Choice {
  /** Null for the default. */
  readonly shown: readonly NumberColumn[] | null
  /** Widths in pixels of the columns that were dragged. */
  readonly widths: Readonly<Partial<Record<ScreenColumn, number>>>
}

const NOTHING_CHOSEN: Choice = { shown: null, widths: {} }
const STORAGE_KEY = 'gmonscope.flat-columns'
/** Pixels. */
const LEAST_WIDTH = 40
const MOST_WIDTH = 800

/** Returns a remembered choice; the default for anything else. */
export function parseChoice(text: string | null): Choice {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null) return NOTHING_CHOSEN
    const { shown, widths } = value as { readonly shown?: unknown; readonly widths?: unknown }
    const widthOf = new Map(Object.entries(typeof widths === 'object' && widths !== null ? widths : {}))
    const known = SCREEN_COLUMNS.flatMap((column) => {
      const width: unknown = widthOf.get(column)
      return typeof width === 'number' && Number.isFinite(width) ? [[column, clampWidth(width)]] : []
    })
    return {
      shown: Array.isArray(shown) ? CHOICES.filter((column) => shown.includes(column)) : null,
      widths: Object.fromEntries(known) as Choice['widths'],
    }
  } catch {
    return NOTHING_CHOSEN
  }
}

const clampWidth = (width: number): number => Math.round(Math.max(LEAST_WIDTH, Math.min(MOST_WIDTH, width)))

function remembered(): Choice {
  try {
    return parseChoice(localStorage.getItem(STORAGE_KEY))
  } catch {
    return NOTHING_CHOSEN
  }
}

function remember(choice: Choice): void {
  try {
    if (choice === NOTHING_CHOSEN) localStorage.removeItem(STORAGE_KEY)
    else localStorage.setItem(STORAGE_KEY, JSON.stringify(choice))
  } catch {
    // Storage may be unavailable; the choice then lasts as long as the view.
  }
}

/** The columns on screen. */
export interface Columns {
  /** The name first. */
  readonly shown: readonly ScreenColumn[]
  /** CSS: the tracks of a row, and the least width of all. */
  readonly tracks: string
  readonly leastWidth: string
  readonly choice: Choice
  readonly choose: (choice: Choice) => void
  /** @param width in pixels; null for the default */
  readonly resize: (column: ScreenColumn, width: number | null) => void
}

/**
 * Returns the columns on screen.
 * @param sorted the column that orders the rows, which is shown even if it was not chosen
 * @param isStacked on a phone, which has room for few columns
 */
export function useColumns(sorted: SortColumn | undefined, isStacked: boolean): Columns {
  const [choice, choose] = useState(remembered)
  useEffect(() => remember(choice), [choice])
  const resize = useCallback(
    (column: ScreenColumn, width: number | null) =>
      choose(({ shown, widths: { [column]: _before, ...others } }) => ({
        shown,
        widths: width === null ? others : { ...others, [column]: clampWidth(width) },
      })),
    [],
  )
  const isNarrow = useNarrowTable()
  return useMemo(() => {
    const usual = isNarrow ? NARROW : DEFAULT
    const numbers = isStacked ? NARROW : (choice.shown ?? usual)
    const shown = SCREEN_COLUMNS.filter(
      (column) => column === 'name' || column === sorted || numbers.includes(column),
    )
    return { shown, ...layOut(shown, choice.widths, isStacked), choice, choose, resize }
  }, [choice, sorted, isStacked, isNarrow, resize])
}

/** The default where there is little room: the share says what the total does. */
const NARROW: readonly NumberColumn[] = ['selfPercent', 'totalPercent', 'self', 'calls']

const TIME = 'max(78px, calc(var(--seconds) + 20px))'
/** The least width of each column. */
const LEAST: Readonly<Record<ScreenColumn, string>> = {
  name: '120px',
  selfPercent: '86px',
  totalPercent: '90px',
  percent: '78px',
  cumulative: `max(90px, ${TIME})`,
  self: TIME,
  total: TIME,
  calls: 'max(72px, calc(var(--calls) + 20px))',
  selfPerCall: '88px',
  totalPerCall: '92px',
}
/** Parts of the room that is left: columns with bars grow with the name's. */
const GROWTH: Readonly<Partial<Record<ScreenColumn, number>>> = {
  name: 1,
  selfPercent: 0.2,
  totalPercent: 0.24,
}
/** Least widths beside a phone's name, which has a line of its own. */
const LEAST_STACKED: Readonly<Partial<Record<ScreenColumn, string>>> = {
  name: '24px',
  selfPercent: '64px',
  totalPercent: '92px',
  calls: 'max(56px, calc(var(--calls) + 8px))',
}
/** Room for the button that chooses columns. */
const CHOOSER = '46px'

function layOut(
  shown: readonly ScreenColumn[],
  widths: Choice['widths'],
  isStacked: boolean,
): Pick<Columns, 'tracks' | 'leastWidth'> {
  const least = (column: ScreenColumn): string => {
    const width = widths[column]
    if (isStacked) return LEAST_STACKED[column] ?? `max(58px, calc(var(--seconds) + 8px))`
    return width === undefined ? LEAST[column] : `${width}px`
  }
  const tracks = shown.map((column) => {
    const growth = GROWTH[column]
    const isFixed = growth === undefined || (widths[column] !== undefined && !isStacked)
    return isFixed ? least(column) : `minmax(${least(column)}, ${growth}fr)`
  })
  const after = isStacked ? '0px' : CHOOSER
  return {
    tracks: [...tracks, after].join(' '),
    leastWidth: isStacked ? '0' : `calc(${[...shown.map(least), after].join(' + ')})`,
  }
}

// The histogram view: the address space with its bins, its functions, where bins hold several functions.
import { useMemo, useRef, useState } from 'react'
import { scaleLinear } from 'd3'
import {
  type AddressRange,
  binsOf,
  binText,
  changedRange,
  functionsIn,
  rangeAround,
  stripBins,
  stripFunctions,
  type StripProfile,
  wholeRange,
} from '../../../workers/core/reports/address-strip.ts'
import { formatAddress, formatCount, formatCounted, formatShareOf } from '../../../workers/core/quantities.ts'
import type { CallGraphProfile, FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { displayName } from '../../../workers/core/names/names.ts'
import { useHrefOf, useSelected } from '../../state/selectors.ts'
import { useWidth } from '../../ui/media.ts'
import { NameLink } from '../../ui/NameLink.tsx'
import type { DetailsProps, ViewProps } from '../view.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './histogram.module.css'

/** Returns the profile as the strip needs it; null if no bins are shared. */
function stripProfileOf({ functions, sharedBins }: CallGraphProfile): StripProfile | null {
  return sharedBins ? { functions, sharedBins } : null
}

/** Rows of the list of bins. */
const MOST_BINS = 50

export function Histogram({ opened }: ViewProps) {
  const { profile } = opened.analyzed
  const strip = useMemo(() => stripProfileOf(profile), [profile])
  const selected = useSelected(opened)
  const hrefOf = useHrefOf(opened)
  const bins = useMemo(
    () =>
      strip ? stripBins(strip, wholeRange(strip), Infinity).toSorted((a, b) => b.samples - a.samples) : [],
    [strip],
  )
  if (!strip) return null
  const { ticks, bytesPerBin } = strip.sharedBins
  return (
    <div className={styles.view}>
      <section aria-label="Address space" className={styles.part}>
        <p className={styles.words}>
          <strong>{formatShareOf(profile, ticks)}</strong> of the samples are in bins that several functions
          share. A bin is {formatCount(Math.round(bytesPerBin))} bytes wide; any of its functions may have all
          or none of its samples.
        </p>
        <AddressStrip opened={opened} profile={strip} selected={selected} start={null} />
      </section>
      <section aria-label="Bins" className={styles.list}>
        <table>
          <thead>
            <tr>
              <th scope="col">Bin</th>
              <th scope="col">Samples</th>
              <th scope="col">%</th>
              <th scope="col">May belong to</th>
            </tr>
          </thead>
          <tbody>
            {bins.slice(0, MOST_BINS).map((bin) => (
              <tr key={bin.from}>
                <th scope="row">
                  <code>{formatAddress(bin.from)}</code>
                </th>
                <td>{formatCount(bin.samples)}</td>
                <td>{formatShareOf(profile, bin.samples)}</td>
                <td>
                  {bin.kind === 'outside'
                    ? 'no function'
                    : functionsIn(strip, bin).map((f) => (
                        <span key={f} className={styles.owner}>
                          <NameLink name={displayName(strip.functions, f)} href={hrefOf(f)} />
                        </span>
                      ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {bins.length > MOST_BINS && (
          <p className={styles.words}>
            and {formatCounted(bins.length - MOST_BINS, 'bin')} with fewer samples
          </p>
        )}
      </section>
    </div>
  )
}

/** Bins of a function that are described. */
const FEW_BINS = 4

/** The function's part of the details: its bins, and whose they are besides. */
export function FunctionHistogram({ opened, f }: DetailsProps) {
  const { profile } = opened.analyzed
  const strip = useMemo(() => stripProfileOf(profile), [profile])
  const start = useMemo(() => (strip ? rangeAround(strip, f) : null), [strip, f])
  const mine = useMemo(
    () => (strip ? binsOf(strip, f).toSorted((a, b) => b.samples - a.samples) : []),
    [strip, f],
  )
  if (!strip || !start) return null
  return (
    <section aria-label="Histogram" className={styles.details}>
      <h3>Histogram</h3>
      <AddressStrip key={f} opened={opened} profile={strip} selected={f} start={start} />
      <ul className={styles.bins}>
        {mine.slice(0, FEW_BINS).map((bin) => (
          <li key={bin.from}>{binText(strip, bin)}</li>
        ))}
        {mine.length > FEW_BINS && <li>and {formatCounted(mine.length - FEW_BINS, 'bin')} more</li>}
      </ul>
    </section>
  )
}

const HEIGHT = 118
const BARS = 70
const ROW = 20
const LABEL_FROM = 34

const BUTTONS = [
  { how: 'in', label: 'Zoom in', title: undefined },
  { how: 'out', label: 'Zoom out', title: undefined },
  { how: 'left', label: '←', title: 'To lower addresses' },
  { how: 'right', label: '→', title: 'To higher addresses' },
] as const

/** The address space in a range: bins as bars above, functions as boxes below. */
function AddressStrip({
  opened,
  profile,
  selected,
  start,
}: ViewProps & {
  readonly profile: StripProfile
  readonly selected: FunctionIndex | null
  /** The range at first; null for the whole. */
  readonly start: AddressRange | null
}) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const whole = useMemo(() => wholeRange(profile), [profile])
  const [range, setRange] = useState(start ?? whole)
  const room = Math.max(1, width)
  const bins = useMemo(() => stripBins(profile, range, room / 2), [profile, range, room])
  const functions = useMemo(() => stripFunctions(profile, range, room / 3), [profile, range, room])
  const hrefOf = useHrefOf(opened)
  const x = scaleLinear([range.from, range.to], [0, room])
  const most = bins.reduce((before, { samples }) => Math.max(before, samples), 1)
  const y = scaleLinear([0, most], [0, BARS - 4])
  const isWhole = range.to - range.from >= whole.to - whole.from
  return (
    <div>
      <div ref={box} className={styles.drawing} style={{ height: HEIGHT }}>
        <svg
          width={room}
          height={HEIGHT}
          role="group"
          aria-label={`Addresses ${formatAddress(Math.round(range.from))} to ${formatAddress(Math.round(range.to) - 1)}: ${formatCounted(bins.length, 'bin')} with samples`}
        >
          <defs>
            <pattern
              id="shared-bin"
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="5" height="5" className={styles.pale} />
              <rect width="2.5" height="5" className={styles.own} />
            </pattern>
          </defs>
          {bins.map((bin) => {
            const left = Math.max(0, x(bin.from))
            const right = Math.min(room, x(bin.to))
            return (
              <g key={bin.from}>
                <title>{binText(profile, bin)}</title>
                <rect x={left} width={Math.max(2, right - left)} height={BARS} className={styles.target} />
                <rect
                  x={left}
                  y={BARS - Math.max(2, y(bin.samples))}
                  width={Math.max(2, right - left - 1)}
                  height={Math.max(2, y(bin.samples))}
                  className={styles[bin.kind]}
                />
              </g>
            )
          })}
          {functions.map(({ f, from, to }, at) => {
            const left = Math.max(0, x(from))
            const right = Math.min(room, x(to))
            const name = displayName(profile.functions, f)
            return (
              <a
                key={f}
                href={hrefOf(f)}
                // The list of bins, and the flat profile, lead to it by keys.
                tabIndex={-1}
                className={styles.function}
                data-odd={at % 2 === 1 || undefined}
                data-selected={f === selected || undefined}
              >
                <title>{name}</title>
                <rect x={left} y={BARS + 3} width={Math.max(1, right - left - 1)} height={ROW} />
                {right - left >= LABEL_FROM && (
                  <svg x={left} y={BARS + 3} width={right - left - 3} height={ROW}>
                    <text x="4" y={ROW - 6}>
                      {name}
                    </text>
                  </svg>
                )}
              </a>
            )
          })}
          <text x="0" y={HEIGHT - 6} className={styles.address}>
            {formatAddress(Math.round(range.from))}
          </text>
          <text x={room} y={HEIGHT - 6} textAnchor="end" className={styles.address}>
            {formatAddress(Math.round(range.to) - 1)}
          </text>
        </svg>
      </div>
      <p className={styles.tools}>
        {BUTTONS.map(({ label, title, how }) => (
          <Button
            key={how}
            title={title}
            disabled={isWhole && how !== 'in'}
            onClick={() => setRange(changedRange(range, whole, how))}
          >
            {label}
          </Button>
        ))}
        {selected !== null && (
          <Button onClick={() => setRange(rangeAround(profile, selected))}>Selected function</Button>
        )}
        <Button title="All bins with samples" disabled={isWhole} onClick={() => setRange(whole)}>
          Whole program
        </Button>
      </p>
      <p className={styles.words}>
        Solid: bins of one function. Hatched: bins that several share. Grey: outside all functions.
      </p>
    </div>
  )
}

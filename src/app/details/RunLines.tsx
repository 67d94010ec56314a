// Runs, one a line, each with its time and how it compares with the longest; a line leads to the run alone.
import { createContext, use, useDeferredValue } from 'react'
import { hashFor } from '../../state/selectors.ts'
import { prepareConnection } from '../../state/worker/requests.ts'
import { EMPTY_URL_STATE } from '../../state/url-state.ts'
import { useStore } from '../../state/store.ts'
import { LongList } from '../../ui/LongList.tsx'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import type { RunLine } from './runs.ts'
import names from '../../ui/long-name.module.css'
import styles from './details.module.css'

const SHOWN = 6

/** What the links start from. */
const Shared = createContext(EMPTY_URL_STATE)

export function RunLines({ lines }: { readonly lines: readonly RunLine[] }) {
  // A thousand links change with each letter of a search: when there is time.
  const shared = useDeferredValue(useStore((state) => state.shared))
  return (
    <Shared value={shared}>
      <LongList items={lines} shown={SHOWN} Line={Line} />
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
          // A worker takes longer to start than to open one run.
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
      <TimeBar hasTrack self={fraction} />
    </li>
  )
}

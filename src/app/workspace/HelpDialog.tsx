// The help: keyboard shortcuts, terms, and what a time bar shows.
import type { ReactNode } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { showPanel, useStore } from '../../state/store.ts'
import { Dialog } from '../../ui/overlays.tsx'
import { BAR_WORDS } from '../../../workers/core/reports/details/explain-sampling.ts'
import { TimeBar } from '../../ui/table/TimeBar.tsx'
import { keyOf, viewsFor } from '../../views/registry.ts'
import controls from '../../ui/controls.module.css'
import styles from './help.module.css'

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'search (also Ctrl F)'],
  ['Enter ↓', 'next match; Shift Enter or ↑ the previous match'],
  ['Esc', 'close the search, an explanation, or a panel'],
  ['↑ ↓', 'move by a row; also Page Up, Page Down, Home, End'],
  ['← →', 'move through a row’s numbers and along the headings; fold or open an entry'],
  ['Enter', 'open the function’s entry in the call graph; show the run alone; show what the line calls'],
  ['e d u', 'call graph as entries, as a tree of callees (down) or of callers (up)'],
  ['i', 'the tree as an icicle: Enter zooms in, Backspace zooms out, o opens the entry'],
  ['r', 'start the tree at this function'],
  ['p', 'go to the biggest caller'],
  ['c', 'go to the biggest callee'],
  ['x', 'cut the arc that has the focus, in the call graph, its tree or the graph'],
  [
    '↑ ↓ ← →',
    'in the graph and the icicle: follow calls, or move sideways; Page Up and Page Down go to the last in that direction; Home and End go to the first and last',
  ],
  ['Shift ↑ ↓', 'in the graph: go to the arcs of callers or callees; ← → next arc, ↑ ↓ along it'],
  ['Ctrl Z', 'undo a change of the profile; with Shift redo'],
  ['l', 'in the graph: switch the layout'],
  ['Alt ←', 'back'],
  ['Ctrl C', 'copy the row, for a spreadsheet'],
  ['Ctrl V', 'open a gprof listing or a hex dump that was copied as text'],
  ['?', 'this help'],
]

const TERMS: readonly (readonly [string, string])[] = [
  ['self', 'time in the function’s own code'],
  ['callees', 'time inherited from the functions that it calls'],
  ['total', 'self time and the time of callees'],
  ['sample', 'one interruption of the program that notes where it is; usually 100 a second'],
  ['2.5 samples', 'samples are counted for a few bytes of code; two functions in these bytes share them'],
  ['run', 'one gmon.out; several are added up; a click in the view Runs shows one alone'],
  ['imbalance', 'the longest run’s time divided by the mean of all runs; 1.00 if all are equal'],
  ['in each run', 'a function’s self time and calls in each gmon.out; the files are read again for it'],
  ['arc', 'a caller and a callee, with the number of calls'],
  ['entry', 'one paragraph of the call graph: callers above, the function, callees below'],
  ['called 3/10', '3 of all 10 calls of the function'],
  ['called 3+7', '3 calls by others and 7 by itself'],
  ['cycle', 'functions that can all reach one another by calls; time passes through it as a whole'],
  ['cut', 'numbers as if the calls of an arc had not been counted; the files do not change'],
  ['≈12', 'calls along one path: an estimate, as calls are counted by arc, not by path'],
  ['diff', 'two profiles, before and after; functions are paired by name'],
  [
    'more than chance',
    'samples vary by chance: of 20 diffs in which nothing has changed, one shows any function as changed',
  ],
  ['verify', 'a gprof listing against its profile, line by line'],
  ['<spontaneous>', 'called by code that the profile does not show'],
  ['line', 'a source line: its self time, and the time that its calls pass to it'],
  ['inlined', 'code of another function that the compiler copied into this one: its time counts here'],
  ['never taken', 'a call that is in the program’s code but did not happen while it was measured'],
  ['± 0.02 s', 'the sampling error: n samples are off by about √n of them'],
]

export function HelpDialog({ opened }: { readonly opened: ProfileView }) {
  const isOpen = useStore((state) => state.ui.panel === 'help')
  return (
    <Dialog title="Help" isOpen={isOpen} onClose={() => showPanel('none')}>
      <KeysAndTerms opened={opened} />
    </Dialog>
  )
}

function KeysAndTerms({ opened }: { readonly opened: ProfileView }) {
  const views = viewsFor(opened)
  return (
    <>
      <section aria-labelledby="help-keys" className={`${styles.part} ${styles.keys}`}>
        <h3 id="help-keys">Keyboard shortcuts</h3>
        <dl className={styles.pairs}>
          <dt>
            {views.map((view) => (
              <kbd key={view.id} className={controls.key}>
                {keyOf(view)}
              </kbd>
            ))}
          </dt>
          <dd>{views.map((view) => view.title.toLowerCase()).join(', ')}</dd>
          {KEYS.map(([key, meaning]) => (
            <Pair key={meaning} term={<Keys keys={key} />} meaning={meaning} />
          ))}
        </dl>
      </section>
      <section aria-labelledby="help-terms" className={styles.part}>
        <h3 id="help-terms">Terms</h3>
        <dl className={styles.pairs}>
          {TERMS.map(([word, meaning]) => (
            <Pair key={word} term={<code>{word}</code>} meaning={meaning} />
          ))}
        </dl>
        <div className={styles.legend}>
          <TimeBar hasTrack self={0.3} total={0.9} certain={0.7} />
          <p>{BAR_WORDS}</p>
        </div>
      </section>
    </>
  )
}

function Keys({ keys }: { readonly keys: string }) {
  return keys.split(' ').map((key) => (
    <kbd key={key} className={controls.key}>
      {key}
    </kbd>
  ))
}

function Pair({ term, meaning }: { readonly term: ReactNode; readonly meaning: string }) {
  return (
    <>
      <dt>{term}</dt>
      <dd>{meaning}</dd>
    </>
  )
}

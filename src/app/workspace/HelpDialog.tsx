// The help: keyboard shortcuts, terms, what a time bar shows.
import { type ReactNode, Suspense } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { showPanel } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { canKeepProfiles } from '../../state/keep-profiles.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { viewKey, viewsFor } from '../../views/registry.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { BAR_WORDS } from '../../../workers/core/reports/explain/explanation.ts'
import { TimeBar } from '../../ui/TimeBar.tsx'
import controls from '../../ui/controls.module.css'
import styles from './help.module.css'

const KEYS: readonly (readonly [string, string])[] = [
  ['/', 'search (also Ctrl F)'],
  ['Ctrl K', 'find a function, a cycle, a view or an action by its name'],
  ['Enter ↓', 'next match; Shift Enter or ↑ the previous match'],
  ['Esc', 'close search, tip or panel'],
  ['↑ ↓', 'move by a row; also Page Up, Page Down, Home, End'],
  ['← →', 'move through a row’s numbers and along the headings; fold or open an entry'],
  ['Enter', 'open the function’s entry in the call graph; show the run alone; show what the line calls'],
  [
    'e d u',
    'call graph as entries, as a tree of callees (down) or of callers (up); d and u also turn the flame view',
  ],
  ['i', 'the tree in the flame view, and back'],
  ['Enter + −', 'in the flame view: zoom in; Backspace zooms out, o opens the entry'],
  ['m', 'in the flame view: show the members of a cycle, or the cycle as one box'],
  ['r', 'start the tree at this function'],
  ['p', 'go to the biggest caller'],
  ['c', 'go to the biggest callee, or member of the cycle'],
  ['y', 'select the cycle of the function; from a cycle go to its biggest member'],
  ['x', 'cut the arc that has the focus, in the call graph, its tree or the graph'],
  [
    '↑ ↓ ← →',
    'in the graph and the flame view: follow calls, or move sideways; Page Up and Page Down go to the last in that direction; Home and End go to the first and last',
  ],
  ['Shift ↑ ↓', 'in the graph: go to the arcs of callers or callees; ← → next arc, ↑ ↓ along it'],
  ['=', 'how the numbers in the details are computed: equations'],
  ['Shift F10', 'menu of the function, the arc or the cycle; also the menu key, a right click, a long touch'],
  ['Ctrl Z', 'undo a change of the profile; with Shift redo'],
  ['l', 'in the graph: the other layout, in place of the one that the page chose'],
  ['+ −', 'in the graph: open the cycle, close the cycle; also a double click on it'],
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
  ['called 3+7', '3 calls by others and 7 by itself; of a cycle or a member, 3 from outside'],
  [
    'cycle',
    'functions that can all reach one another by calls; time passes through it as a whole. Its entry has its callers, its members with calls from inside, and other functions that they call',
  ],
  ['cut', 'numbers as if the calls of an arc had not been counted; the files do not change'],
  ['≈12', 'calls along one path: an estimate, as calls are counted by arc, not by path'],
  ['diff', 'two profiles, before and after; functions are paired by name'],
  ['significant', 'happens by luck in 1 of 20 comparisons of equal builds'],
  ['verify', 'a gprof listing against its profile, line by line'],
  ['<spontaneous>', 'called by code that the profile does not show'],
  ['line', 'a source line: its self time, and the time that its calls pass to it'],
  ['inlined', 'code of another function that the compiler copied into this one: its time counts here'],
  [
    'static call',
    'a call that is in the program’s code and was not counted: never taken, or as a tail call of another function',
  ],
  [
    '± 0.02 s',
    'the sampling error, one standard deviation: √n of n samples. It covers two cases of three; tooltips have the range for 95%',
  ],
]

const KeepSwitch =
  import.meta.env.MODE === 'one-file'
    ? () => null
    : lazyPart(async () => (await import('../screens/RecentProfiles.tsx')).KeepSwitch).Component

export function HelpDialog({ opened }: { readonly opened: ProfileView }) {
  const isOpen = useStore((state) => state.ui.panel === 'help')
  return (
    <Dialog title="Help" isOpen={isOpen} onClose={() => showPanel('none')}>
      <KeysAndTerms opened={opened} />
    </Dialog>
  )
}

function KeysAndTerms({ opened }: { readonly opened: ProfileView }) {
  const offered = viewsFor(opened).filter((view) => viewKey(view) !== null)
  return (
    <>
      <section aria-labelledby="help-keys" className={`${styles.part} ${styles.keys}`}>
        <h3 id="help-keys">Keyboard shortcuts</h3>
        <dl className={styles.pairs}>
          <dt>
            <Keys keys={offered.map((view) => viewKey(view)).join(' ')} />
          </dt>
          <dd>{offered.map((view) => view.title.toLowerCase()).join(', ')}</dd>
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
          <TimeBar hasTrack self={0.3} certain={0.6} total={0.8} whisker={{ least: 0.6, most: 0.95 }} />
          <p>{BAR_WORDS}</p>
        </div>
      </section>
      <section aria-labelledby="help-privacy" className={styles.part}>
        <h3 id="help-privacy">Privacy</h3>
        <p>
          Nothing leaves this page.
          {canKeepProfiles() &&
            ' Your browser keeps the last profiles on this machine, without their programs and sources, so that they can be reopened.'}
        </p>
        {canKeepProfiles() && (
          <BugBoundary>
            <Suspense fallback={null}>
              <KeepSwitch />
            </Suspense>
          </BugBoundary>
        )}
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

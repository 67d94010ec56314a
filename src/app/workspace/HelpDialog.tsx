// The help dialog: keyboard shortcuts and glossary.
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
  ['Enter ↓', 'next match; Shift Enter or ↑ the one before'],
  ['Esc', 'close the search, an explanation or an arc’s panel; what lies over the view on a small screen'],
  ['↑ ↓', 'move by a row; also Page Up, Page Down, Home, End'],
  ['← →', 'move into a row’s numbers and along the headings, fold and open an entry'],
  [
    'Enter',
    'open the function’s entry in the call graph; of the runs, this one alone; of a line, what it calls',
  ],
  ['e d u', 'call graph as entries, as a tree of callees (down) or of callers (up)'],
  ['i', 'the tree as an icicle: Enter zooms in, Backspace out, o opens the entry'],
  ['r', 'begin the tree with this function'],
  ['p', 'jump to the biggest parent'],
  ['c', 'jump to the biggest child'],
  ['x', 'cut the arc that has the focus, in the call graph, its tree or the graph'],
  [
    '↑ ↓ ← →',
    'in the graph and the icicle: along calls and beside; Page Up, Page Down as far as ↑ ↓ lead; Home, End to the first and last',
  ],
  ['Shift ↑ ↓', 'in the graph: to the arcs of callers or callees; ← → to the next arc, ↑ ↓ along it'],
  ['Ctrl Z', 'undo a change of the profile; with Shift redo'],
  ['l', 'in the graph: the other layout'],
  ['Alt ←', 'back'],
  ['Ctrl C', 'copy the row, for a spreadsheet'],
  ['Ctrl V', 'open a gprof listing or a hex dump that was copied as text'],
  ['?', 'this help'],
]

const WORDS: readonly (readonly [string, string])[] = [
  ['self', 'time in the function’s own code'],
  ['children', 'time inherited from what it calls'],
  ['total', 'self and children together'],
  ['sample', 'the program was looked at, usually 100 times a second; each look is one sample'],
  [
    '2.5 samples',
    'samples are counted for a few bytes of code; two functions in these share them, by gprof’s rule',
  ],
  ['run', 'one gmon.out; several are added up, and a click in the view Runs shows one alone'],
  ['imbalance', 'the most that a run took, divided by the mean of all: 1.00 where all took as long'],
  ['in each run', 'a function’s self time and calls in each gmon.out; the files are read again for it'],
  ['arc', 'a caller and a callee, with the number of calls'],
  ['parent, child', 'the two ends of an arc: caller and callee'],
  ['entry', 'one paragraph of the call graph: parents above, the function, children below'],
  ['called 3/10', '3 of all 10 calls of the function'],
  ['called 3+7', '3 calls by others and 7 by itself'],
  ['cycle', 'functions that can all reach one another by calls; time passes through it as a whole'],
  ['cut', 'numbers as if the calls of an arc had not been counted; the files stay as they are'],
  ['≈12', 'calls along one path: estimated, as calls are counted by arc, not by path'],
  ['before, after', 'two profiles compared, the one on screen and another, function by function, by name'],
  [
    'more than chance',
    'samples are a draw: of 20 comparisons in which nothing has changed, one shows any function so',
  ],
  ['<spontaneous>', 'called from somewhere the profile cannot see'],
  ['line', 'of the source file: its own time, and what the calls that stand in it hand to it'],
  ['inlined', 'code of another function that the compiler copied into this one: its time counts here'],
  ['never taken', 'a call that is in the program’s code but did not happen while it was measured'],
  ['± 0.02 s', 'times are sampled: with n samples they are off by about √n of them'],
]

export function HelpDialog({ opened }: { readonly opened: ProfileView }) {
  const isOpen = useStore((state) => state.ui.panel === 'help')
  return (
    <Dialog title="Keys and words" isOpen={isOpen} onClose={() => showPanel('none')}>
      <KeysAndWords opened={opened} />
    </Dialog>
  )
}

function KeysAndWords({ opened }: { readonly opened: ProfileView }) {
  const views = viewsFor(opened)
  return (
    <>
      <section aria-labelledby="help-keys" className={`${styles.part} ${styles.keys}`}>
        <h3 id="help-keys">Keys</h3>
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
      <section aria-labelledby="help-words" className={styles.part}>
        <h3 id="help-words">Words</h3>
        <dl className={styles.pairs}>
          {WORDS.map(([word, meaning]) => (
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

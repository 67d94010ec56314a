// The first screen: what gmonscope does, how to begin, and what the link will show once its files
// are opened.
import { ownText } from '../opening/one-file.ts'
import { OpenFiles } from '../opening/DropZone.tsx'
import { trySample } from '../opening/sample.ts'
import { StartFrame } from './StartFrame.tsx'
import { formatAddress } from '../../../workers/core/reports/quantities.ts'
import { visibleText } from '../../../workers/core/base/text.ts'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { shownName } from '../../../workers/core/reports/names/names.ts'
import { useStore } from '../../state/store.ts'
import { viewById } from '../../views/registry.ts'
import controls from '../../ui/controls.module.css'
import styles from './start.module.css'

export function Landing() {
  return (
    <StartFrame>
      <h1 className={styles.title}>Where did the time go?</h1>
      <p className={styles.lead}>
        Open what <code>gcc -pg</code> left behind: the program and its <code>gmon.out</code>. You get gprof’s
        flat profile and call graph, with every number explained.
      </p>
      <LinkPreview />
      <div className={styles.target}>
        <p className={styles.targetWords}>Drop files or a folder anywhere on this page</p>
        <div className={styles.actions}>
          <OpenFiles look="primary">Open profile files</OpenFiles>
          {/* The sample is served beside the hosted page only. */}
          {ownText() === null && (
            <button type="button" className={controls.button} onClick={() => void trySample()}>
              Try a sample
            </button>
          )}
        </div>
        <p className={styles.private}>Nothing leaves this page: files are read here, by your browser.</p>
      </div>
      <section className={styles.how} aria-labelledby="how">
        <h2 id="how" className={styles.subtitle}>
          How do I get a gmon.out?
        </h2>
        <ol className={styles.steps}>
          <li>
            <span>Compile and link with -pg</span>
            <code>gcc -pg -O2 -o prog prog.c</code>
          </li>
          <li>
            <span>Run it until it ends</span>
            <code>./prog</code>
          </li>
          <li>
            <span>Drop both here</span>
            <code>prog gmon.out</code>
          </li>
        </ol>
        <p className={styles.aside}>
          No gmon.out? It is written when main returns or exit is called, into the folder it was started in or
          has changed to. Several runs? Drop all their gmon.out files at once: they are summed. CMake:{' '}
          <code>-DCMAKE_C_FLAGS=-pg</code>; cross-compiled and 32-bit programs work too. Only gprof’s own text
          left? Drop or paste it. A hex dump, gzip, zip, tar? Drop it.
        </p>
      </section>
    </StartFrame>
  )
}

// A link without files: describes what it will show once they are opened.

export function LinkPreview() {
  const shared = useStore((state) => state.shared)
  const isChanged = !isEmptyScenario(shared.scenario)
  const isPlain = shared.view === '' && !shared.selected && shared.query === '' && !shared.sort
  if (isPlain && !shared.run && !isChanged) return null
  const view = viewById(shared.view, null)
  return (
    <p className={styles.link}>
      This link shows the <strong>{view.title.toLowerCase()}</strong>
      {shared.selected && (
        <>
          {' '}
          at <code>{shownName(shared.selected.name) || formatAddress(shared.selected.address ?? 0)}</code>
        </>
      )}
      {shared.query !== '' && (
        <>
          , searched for <code>{visibleText(shared.query)}</code>
        </>
      )}
      {shared.run && (
        <>
          , of the run <code>{visibleText(shared.run.name)}</code> alone
        </>
      )}
      {isChanged && ', with changes to the profile'}. Open the files it was made from to see it.
    </p>
  )
}

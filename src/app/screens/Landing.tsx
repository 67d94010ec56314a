// The first screen: what gmonscope does, how to begin, what the link will show once its files are opened.
import { Suspense } from 'react'
import { useStore } from '../../state/store.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { canKeepProfiles } from '../../state/keep-profiles.ts'
import { LARGER_SAMPLE, SAMPLE, trySample } from '../../state/opening/sample.ts'
import { visibleText } from '../../../workers/core/base/visible-text.ts'
import { formatAddress } from '../../../workers/core/quantities.ts'
import { OpenFiles } from '../opening/DropZone.tsx'
import { isEmptyScenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { shownName } from '../../../workers/core/names/names.ts'
import { viewById } from '../../views/registry.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'
import { StartFrame } from './StartFrame.tsx'

/** Null in the one-file page, which keeps nothing. */
const RecentProfiles =
  import.meta.env.MODE === 'one-file'
    ? () => null
    : lazyPart(async () => (await import('./RecentProfiles.tsx')).RecentProfiles).Component

export function Landing() {
  const isHosted = useStore((state) => state.ui.ownText === null)
  return (
    <StartFrame>
      <h1 className={styles.title}>Where did the time go?</h1>
      <p className={styles.lead}>
        Open a program built with <code>gcc -pg</code> and its <code>gmon.out</code>. You get gprof’s flat
        profile and call graph, with every number explained.
      </p>
      <LinkPreview />
      <div className={styles.target}>
        <p className={styles.targetWords}>Drop files or a folder anywhere on this page</p>
        <div className={styles.actions}>
          <OpenFiles look="primary">Open profile files</OpenFiles>
          {/* The samples are served beside the hosted page only. */}
          {isHosted && (
            <>
              <Button onClick={() => void trySample(SAMPLE)}>Try a sample</Button>
              <Button title="A program of a thousand functions" onClick={() => void trySample(LARGER_SAMPLE)}>
                Try C++
              </Button>
            </>
          )}
        </div>
        <p className={styles.private}>Nothing is uploaded: your browser reads the files here.</p>
      </div>
      {canKeepProfiles() && (
        <Suspense fallback={null}>
          <RecentProfiles />
        </Suspense>
      )}
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
          No gmon.out? It is written on normal exit, into the current directory. Several runs? Drop all their
          gmon.out files at once: they are summed. CMake: <code>-DCMAKE_C_FLAGS=-pg</code>; cross-compiled and
          32-bit programs work too. Only gprof’s own text left? Drop or paste it. A hex dump, gzip, zip, tar?
          Drop it.
        </p>
      </section>
    </StartFrame>
  )
}

/** Characters of a name in a link that are shown: a link may hold megabytes. */
const MOST_SHOWN = 500

const beginning = (text: string): string =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text

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
          at{' '}
          <code>
            {beginning(shownName(shared.selected.name)) || formatAddress(shared.selected.address ?? 0)}
          </code>
        </>
      )}
      {shared.query !== '' && (
        <>
          , searched for <code>{beginning(visibleText(shared.query))}</code>
        </>
      )}
      {shared.run && (
        <>
          , of the run <code>{beginning(visibleText(shared.run.name))}</code> alone
        </>
      )}
      {isChanged && ', with changes to the profile'}. Open the files it was made from to see it.
    </p>
  )
}

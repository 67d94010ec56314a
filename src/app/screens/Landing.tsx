// The first screen: what this is, how to begin, and what a link will show once the files are there.
import controls from '../../ui/controls.module.css'
import { LinkPreview } from './LinkPreview.tsx'
import { ownText } from '../one-file/own-document.ts'
import { OpenFiles } from '../opening/OpenFiles.tsx'
import { trySample } from '../opening/sample.ts'
import { StartFrame } from './StartFrame.tsx'
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
          {/* It lies beside the hosted page, and not in one file. */}
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

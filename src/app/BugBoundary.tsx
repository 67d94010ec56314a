// What was thrown while drawing, most often a mistake of ours, told as one with what a report needs; the rest of the page stays.
import { Component, type ReactNode } from 'react'
import { problemText } from '../../workers/core/reports/words/problem-text.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import { thrownHere } from '../../workers/core/problems/of-host.ts'
import styles from './screens/start.module.css'

interface Props {
  readonly children: ReactNode
}

export class BugBoundary extends Component<Props, { readonly problem: Problem | null }> {
  override state: { readonly problem: Problem | null } = { problem: null }

  static getDerivedStateFromError(error: unknown) {
    return { problem: thrownHere(error) }
  }

  override render() {
    const { problem } = this.state
    if (!problem) return this.props.children
    const words = problemText(problem)
    return (
      <div role="alert" className={styles.alert} data-inset="true">
        <p className={styles.alertTitle}>{words.title}</p>
        <p>{words.explanation}</p>
        <p className={styles.remedy}>{words.remedy}</p>
        {problem.code === 'bug' && <pre className={styles.stack}>{problem.stack}</pre>}
      </div>
    )
  }
}

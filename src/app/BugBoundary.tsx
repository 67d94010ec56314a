// A mistake of ours while drawing: told as one, with what a report needs, and the rest of the page stays.
import { Component, type ReactNode } from 'react'
import { problemText } from '../../workers/core/reports/words/problem-text.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import { bugOf } from '../../workers/core/problems/bug.ts'
import styles from './screens/start.module.css'

interface Props {
  readonly children: ReactNode
}

export class BugBoundary extends Component<Props, { readonly problem: Problem | null }> {
  override state: { readonly problem: Problem | null } = { problem: null }

  static getDerivedStateFromError(error: unknown) {
    return { problem: bugOf(error) }
  }

  override render() {
    const { problem } = this.state
    if (problem?.code !== 'bug') return this.props.children
    const words = problemText(problem)
    return (
      <div role="alert" className={styles.alert} data-inset="true">
        <p className={styles.alertTitle}>{words.title}</p>
        <p>{words.explanation}</p>
        <p className={styles.remedy}>{words.remedy}</p>
        <pre className={styles.stack}>{problem.stack}</pre>
      </div>
    )
  }
}

// Shows an error thrown during rendering as a problem that can be reported, while the rest of the page
// stays. A part whose code failed to load is retried on request, or when it is next shown.
import { Component, type ReactNode } from 'react'
import { retryFailedParts } from '../../ui/lazy-part.ts'
import type { Problem } from '../../../workers/core/problems/problem.ts'
import { problemText } from '../../../workers/core/reports/messages/problems.ts'
import { problemFromError } from '../../../workers/core/problems/problem-from-error.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './start.module.css'

interface Props {
  readonly children: ReactNode
}

/** Catches errors thrown by its children while they render, and shows them with a retry button. */
export class BugBoundary extends Component<Props, { readonly problem: Problem | null }> {
  override state: { readonly problem: Problem | null } = { problem: null }
  #hasTriedAgain = false

  static getDerivedStateFromError(error: unknown) {
    return { problem: problemFromError(error) }
  }

  override componentWillUnmount() {
    if (this.state.problem) retryFailedParts()
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
        {problem.code === 'host/part-missing' && (
          <Button className={styles.again} ref={this.#focusAgain} onClick={this.#tryAgain}>
            Try again
          </Button>
        )}
        {problem.code === 'bug' && <pre className={styles.stack}>{problem.stack}</pre>}
      </div>
    )
  }

  /** Moves the focus to the button when it reappears after a failed retry. */
  readonly #focusAgain = (button: HTMLButtonElement | null) => {
    if (this.#hasTriedAgain) button?.focus()
  }

  readonly #tryAgain = () => {
    this.#hasTriedAgain = true
    retryFailedParts()
    this.setState({ problem: null })
  }
}

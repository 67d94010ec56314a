// What was thrown while drawing, most often a mistake of ours, told as one with what a report needs; the rest of the page stays.
// A part that did not come is tried again, on request or when what needs it is looked at once more.
import { Component, type ReactNode } from 'react'
import { problemText } from '../../workers/core/reports/messages/problems.ts'
import type { Problem } from '../../workers/core/problems/problem.ts'
import { problemFromError } from '../../workers/core/problems/problem-from-error.ts'
import controls from '../ui/controls.module.css'
import { retryFailedParts } from '../ui/lazy-part.ts'
import styles from './screens/start.module.css'

interface Props {
  readonly children: ReactNode
}

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
          <button
            type="button"
            className={`${controls.button} ${styles.again}`}
            ref={this.#focusAgain}
            onClick={this.#tryAgain}
          >
            Try again
          </button>
        )}
        {problem.code === 'bug' && <pre className={styles.stack}>{problem.stack}</pre>}
      </div>
    )
  }

  /** Tried in vain, the button is there again, and so is the focus. */
  readonly #focusAgain = (button: HTMLButtonElement | null) => {
    if (this.#hasTriedAgain) button?.focus()
  }

  readonly #tryAgain = () => {
    this.#hasTriedAgain = true
    retryFailedParts()
    this.setState({ problem: null })
  }
}

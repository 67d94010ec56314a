// How long page tests wait, and how much of the page a failed one prints.
import { configure, prettyDOM } from '@testing-library/react'

/** Milliseconds. In CI generous, because a loaded machine is slow and successful waits end early. */
export const LONGEST_WAIT_MS = import.meta.env['CI'] === 'true' ? 60_000 : 10_000

const MOST_LINES = 40

/** Sets both for the queries of Testing Library. */
export function shortenFailures(): void {
  configure({
    asyncUtilTimeout: LONGEST_WAIT_MS,
    getElementError(message, container) {
      const page = prettyDOM(container, undefined, { highlight: false })
      const lines = [message ?? '', '', page || ''].join('\n').split('\n')
      const rest = lines.length - MOST_LINES
      const excerpt = [...lines.slice(0, MOST_LINES), ...(rest > 0 ? [`… ${rest} more lines`] : [])]
      const error = new Error(excerpt.join('\n'))
      error.name = 'TestingLibraryElementError'
      return error
    },
  })
}

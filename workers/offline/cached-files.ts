// Data that the build passes to the service worker.

/** The page's files, and the policies of its responses. */
export interface CachedFiles {
  /** Changes with any of the files. */
  readonly version: string
  /** Paths relative to the page's folder, sorted. */
  readonly files: readonly string[]
  /** Content security policy of the page. */
  readonly policy: string
  /** Policy of the worker that fetches hosted profiles. */
  readonly downloadPolicy: string
}

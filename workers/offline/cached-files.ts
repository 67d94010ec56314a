// What the build tells the service worker.

export interface CachedFiles {
  /** Changes with any of the files. */
  readonly version: string
  /** Paths from the page's folder, sorted. */
  readonly files: readonly string[]
  /** The page's policy. */
  readonly policy: string
  /** That of the worker which fetches hosted profiles. */
  readonly downloadPolicy: string
}

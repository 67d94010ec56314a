// The import rules as data; layer-rules.ts checks them. Type imports count. Paths are from the
// root; the longest one that contains a file is its unit. `*/` matches any one folder.

/**
 * From low to high. A file imports from its own unit and from lower rows. Units in one row must not
 * import each other.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['workers/core/base', 'workers/core/platform.d.ts'],
  ['workers/core/problems', 'workers/core/symbols/demangle', 'workers/core/graph-layout'],
  ['workers/core/bytes'],
  ['workers/core/archives'],
  ['workers/core/bytes/text-encodings'],
  ['workers/core/formats'],
  ['workers/core/formats/*/'],
  ['workers/core/formats/registry.ts', 'workers/core/formats/debug-info.ts'],
  ['workers/core/symbols'],
  ['workers/core/profile'],
  ['workers/core/analysis'],
  ['workers/core/names', 'workers/core/quantities.ts'],
  ['workers/core/trust'],
  ['workers/core/reports/listing'],
  ['workers/core/reports'],
  ['workers/core/profile-view.ts'],
  ['workers/core/reports/exports/json.ts', 'workers/core/inputs'],
  ['workers/core/pipeline'],
  ['workers/core/verify-listing'],
  ['workers/core/saved'],
  ['workers/core/pipeline/open-profile.ts'],
  ['workers/api'],
  ['workers/api/client.ts', 'workers/browser', 'workers/node', 'workers/offline'],
  ['workers/api/task-clients.ts'],
  ['workers/testing'],
  ['src/state', 'src/ui'],
  ['src/views'],
  ['src/views/*/'],
  ['src/views/registry.ts'],
  ['src/app'],
  ['src/main.tsx'],
]

/** A restriction on the imports of a part of the tree. */
export interface Sight {
  readonly from: string
  readonly sees: readonly { readonly path: string; readonly typesOnly?: true }[]
}

/**
 * Parts that may import less than all below them. The page reads tables and requests reports; the
 * code that makes them stays in the worker, out of the page's bundle.
 */
export const SIGHTS: readonly Sight[] = [
  { from: 'workers/core', sees: [{ path: 'workers/core' }] },
  {
    from: 'workers/api',
    sees: [
      { path: 'workers/api' },
      { path: 'workers/core/base' },
      { path: 'workers/core/problems' },
      { path: 'workers/core', typesOnly: true },
    ],
  },
  {
    from: 'src',
    sees: [
      { path: 'src' },
      { path: 'workers/api' },
      { path: 'workers/core/base' },
      { path: 'workers/core/problems' },
      { path: 'workers/core/profile', typesOnly: true },
      { path: 'workers/core/analysis', typesOnly: true },
      // A scenario is plain data, which the link contains.
      { path: 'workers/core/analysis/scenario/scenario.ts' },
      { path: 'workers/core/names' },
      { path: 'workers/core/quantities.ts' },
      { path: 'workers/core/trust/bounds' },
      { path: 'workers/core/trust/runs/run-spread.ts' },
      { path: 'workers/core/trust/self-range.ts' },
      { path: 'workers/core/trust', typesOnly: true },
      { path: 'workers/core/reports' },
      { path: 'workers/core/symbols/demangle' },
      { path: 'workers/core/graph-layout' },
    ],
  },
]

/** Code that the page's bundle must not contain, by any chain of imports. */
export const WORKER_ONLY: readonly string[] = [
  'workers/core/archives',
  'workers/core/verify-listing',
  'workers/core/bytes/text-encodings',
  'workers/core/bytes',
  'workers/core/formats',
  'workers/core/symbols',
  'workers/core/inputs',
  'workers/core/trust/doctor',
  'workers/core/trust/program',
  'workers/core/pipeline',
  'workers/core/saved',
  'workers/core/pipeline/open-profile.ts',
  'workers/browser',
  'workers/node',
  'workers/offline',
  'workers/testing',
]
/** Exceptions to WORKER_ONLY that the page uses as well. */
export const SHARED: readonly string[] = [
  'workers/core/symbols/demangle',
  'workers/core/trust/program/match-score.ts',
]

/**
 * The packages that each part may import; a name ending in `:` or `/` is a prefix. Tests may import
 * any.
 */
export const PACKAGES: readonly { readonly from: string; readonly allowed: readonly string[] }[] = [
  { from: 'workers/core', allowed: [] },
  { from: 'workers/core/bytes', allowed: ['fzstd'] },
  { from: 'workers/core/graph-layout', allowed: ['d3'] },
  { from: 'workers/api', allowed: ['comlink'] },
  { from: 'workers/browser', allowed: ['comlink'] },
  { from: 'workers/node', allowed: ['node:'] },
  { from: 'workers/offline', allowed: [] },
  { from: 'workers/testing', allowed: ['node:', 'fast-check', 'vitest'] },
  {
    from: 'src',
    allowed: ['react', 'react-dom', 'react-dom/', 'd3', 'zustand', 'zustand/', 'idb-keyval'],
  },
]

/** Only tests may import these. */
export const FOR_TESTS: readonly string[] = ['workers/testing']

/** The only files that may start a worker, and which one. */
export const WORKER_URLS: readonly { readonly from: string; readonly to: string }[] = [
  { from: 'workers/api/task-clients.ts', to: 'workers/browser/download.worker.ts' },
  { from: 'workers/api/client.ts', to: 'workers/browser/profile.worker.ts' },
  { from: 'workers/api/task-clients.ts', to: 'workers/browser/cuts.worker.ts' },
  { from: 'workers/api/task-clients.ts', to: 'workers/browser/layout.worker.ts' },
]

/** Debt: imports that break the rules for now. Each has an issue; the list may only shrink. */
export const DEBTS: readonly { readonly from: string; readonly to: string; readonly issue: number }[] = []

// Which tier a vitest file is in, by its name. vite.config.ts makes projects of them, tiers.test.ts holds the tree to them.

/** Everything that vitest runs, as globs. */
export const TESTS = ['workers/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts']

/** Tests that start other programs: gprof, compilers, tar, Node itself. All others are unit tests, which start none. */
export const PARITY = ['**/*.parity.test.ts', 'workers/testing/{parity,fuzz}/*.test.ts']

/** Unit tests that replace modules, so each needs a process of its own. All others of one folder share one. */
export const REPLACING = [
  'workers/browser/profile-service.test.ts',
  'workers/browser/warm-profile.test.ts',
  'workers/core/reports/names/names.test.ts',
  'workers/node/commands/html.test.ts',
  'workers/node/commands/view.test.ts',
  'workers/node/file-source-pieces.test.ts',
  'workers/node/held-signals.test.ts',
  'workers/node/output-file.test.ts',
  'workers/node/process-streams.test.ts',
]

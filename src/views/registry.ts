// The views in the order of their tabs: their titles, their ids in links, the code that each loads when
// first shown, their exports.
import { lazyPart } from '../ui/lazy-part.ts'
import type { ViewDefinition, ViewExport } from './view.ts'
import { hasSeveralRuns } from '../state/opening/runs.ts'
import { hasLines } from '../state/questions/sources.ts'
import { openedIn } from '../state/session.ts'
import type { ProfileView } from '../../workers/api/contract.ts'

const part = lazyPart(async () => (await import('./flat-profile/FlatProfileView.tsx')).FlatProfile)

/** The flat profile view. */
export const flatProfile: ViewDefinition = {
  id: 'flat-profile',
  title: 'Flat profile',
  ...part,
}

const callGraph: ViewDefinition = {
  id: 'call-graph',
  title: 'Call graph',
  ...lazyPart(async () => (await import('./call-graph/CallGraph.tsx')).CallGraph),
}

/** The flame view. */
const flame: ViewDefinition = {
  id: 'flame',
  title: 'Flame',
  ...lazyPart(async () => (await import('./flame/Flame.tsx')).Flame),
}

const saveAs = (label: string, extension: 'svg' | 'png' | 'dot'): ViewExport => ({
  label,
  extension,
  make: async (opened) => (await import('./force-graph/export-graph.ts')).exportGraph(opened, extension),
})

/** The graph view. */
export const forceGraph: ViewDefinition = {
  id: 'force-graph',
  title: 'Graph',
  ...lazyPart(async () => (await import('./force-graph/ForceGraph.tsx')).ForceGraph),
  exports: [saveAs('SVG', 'svg'), saveAs('PNG', 'png'), saveAs('DOT', 'dot')],
}

/** The cycles view. */
export const cycles: ViewDefinition = {
  id: 'cycles',
  title: 'Cycles',
  ...lazyPart(async () => (await import('./cycles/Cycles.tsx')).Cycles),
}

/** The runs view. */
export const runs: ViewDefinition = {
  id: 'runs',
  title: 'Runs',
  ...lazyPart(async () => (await import('./runs/Runs.tsx')).Runs),
  appliesTo: hasSeveralRuns,
}

const loadExport = () => import('./diff/export-diff.ts')

/** The diff view. Its id in links is `compare`. */
export const diff: ViewDefinition = {
  id: 'compare',
  title: 'Diff',
  ...lazyPart(async () => (await import('./diff/DiffView.tsx')).DiffView),
  exports: [
    {
      label: 'Diff as CSV',
      extension: 'csv',
      make: async (opened) => (await loadExport()).exportDiffCsv(opened),
    },
    {
      label: 'Diff as Markdown',
      extension: 'md',
      make: async (opened) => (await loadExport()).exportDiffMarkdown(opened),
    },
  ],
  exportWords:
    'CSV: all functions, unrounded; Markdown, for a pull request: those that changed significantly',
  Details: lazyPart(async () => (await import('./diff/FunctionDiff.tsx')).FunctionDiff).Component,
  hasContent: ({ ui }) => ui.baseline.phase === 'ready',
}

/** The source view. */
export const source: ViewDefinition = {
  id: 'source',
  title: 'Source',
  ...lazyPart(async () => (await import('./source/Source.tsx')).Source),
  appliesTo: hasLines,
}

const loadHistogram = () => import('./histogram/Histogram.tsx')

const hasSharedBins = (opened: ProfileView): boolean => opened.analyzed.profile.sharedBins !== undefined

/** The histogram view. */
const histogram: ViewDefinition = {
  id: 'histogram',
  title: 'Histogram',
  ...lazyPart(async () => (await loadHistogram()).Histogram),
  appliesTo: hasSharedBins,
  Details: lazyPart(async () => (await loadHistogram()).FunctionHistogram).Component,
  hasContent: ({ session }) => {
    const opened = openedIn(session)
    return opened !== null && hasSharedBins(opened)
  },
}

/** All views, in the order of their tabs. */
export const views: readonly ViewDefinition[] = [
  flatProfile,
  callGraph,
  flame,
  forceGraph,
  cycles,
  runs,
  diff,
  source,
  histogram,
]

/** Number keys in the order of the views. A view has its own whether or not the ones before it are shown. */
const VIEW_KEYS = '1234567890'

/**
 * Returns the key that shows a view: its number, 0 for the tenth; null for those after it.
 *
 * @param among all views, in the order of their tabs
 */
export const viewKey = (view: ViewDefinition, among = views): string | null =>
  VIEW_KEYS[among.indexOf(view)] ?? null

/** Views that apply to every profile are shown before one is open (null). */
const isShown = ({ appliesTo }: ViewDefinition, opened: ProfileView | null): boolean =>
  !opened || !appliesTo || appliesTo(opened)

/** Returns the views that apply to a profile. */
export const viewsFor = (opened: ProfileView): readonly ViewDefinition[] =>
  views.filter((view) => isShown(view, opened))

/**
 * Returns a view by its id. The flat profile replaces views that are unknown or do not apply to
 * this profile.
 */
export function viewById(id: string, opened: ProfileView | null): ViewDefinition {
  return views.find((view) => view.id === id && isShown(view, opened)) ?? flatProfile
}

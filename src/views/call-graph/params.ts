// The call graph's settings in the link: how it is arranged, under which function, and what the icicle shows of it.
import type { Direction } from '../../../workers/core/reports/call-tree/call-tree.ts'
import type { FunctionName } from '../../state/shared.ts'
import { formatFunctionName, parseFunctionName } from '../../state/url/hash.ts'
import type { ParamsCodec } from '../../state/view-params.ts'

export interface CallGraphParams {
  readonly arrangement: 'entries' | Direction
  readonly drawing: 'tree' | 'icicle'
  /** The function on top; null: where most of the time is. */
  readonly root: FunctionName | null
  /** The steps from the root to the box that fills the icicle. */
  readonly zoom: readonly FunctionName[]
}

/** Keys: as=callees|callers, draw=icicle, root, zoom=<name>,<name>,… */
export const callGraphParams: ParamsCodec<CallGraphParams> = {
  view: 'call-graph',
  parse: (raw) => ({
    arrangement: raw['as'] === 'callees' || raw['as'] === 'callers' ? raw['as'] : 'entries',
    drawing: raw['draw'] === 'icicle' ? 'icicle' : 'tree',
    root: parseFunctionName(raw['root'] ?? ''),
    zoom: parseSteps(raw['zoom'] ?? ''),
  }),
  format: ({ arrangement, drawing, root, zoom }) => ({
    ...(arrangement === 'entries' ? {} : { as: arrangement }),
    ...(drawing === 'tree' ? {} : { draw: drawing }),
    ...(root ? { root: formatFunctionName(root) } : {}),
    ...(zoom.length === 0 ? {} : { zoom: zoom.map(formatFunctionName).join(',') }),
  }),
}

/** Up to the first step that is no name: what is beyond leads nowhere. */
function parseSteps(text: string): readonly FunctionName[] {
  const steps: FunctionName[] = []
  for (const part of text === '' ? [] : text.split(',')) {
    const step = parseFunctionName(part)
    if (!step) break
    steps.push(step)
  }
  return steps
}

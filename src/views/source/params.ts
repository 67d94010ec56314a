// The view's settings in the link: the lines of the selected function, or those of all that were sampled.
import type { ParamsCodec } from '../../state/view-params.ts'

export interface SourceParams {
  /** Null: the function if one is selected. */
  readonly shows: 'sampled' | null
}

/** Keys: lines=sampled */
export const sourceParams: ParamsCodec<SourceParams> = {
  view: 'source',
  parse: (raw) => ({ shows: raw['lines'] === 'sampled' ? 'sampled' : null }),
  format: ({ shows }) => (shows ? { lines: shows } : {}),
}

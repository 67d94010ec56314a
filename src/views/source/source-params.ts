// The source view's parameters in the link.
import type { ParamsCodec } from '../../state/url/view-params.ts'

/** The source view's parameters in the link. */
export interface SourceParams {
  /** Null for the default: the selected function, if there is one. */
  readonly shows: 'sampled' | null
}

/** Codec of the parameters. Keys: lines=sampled */
export const sourceParams: ParamsCodec<SourceParams> = {
  view: 'source',
  parse: (raw) => ({ shows: raw['lines'] === 'sampled' ? 'sampled' : null }),
  format: ({ shows }) => (shows ? { lines: shows } : {}),
}

// What the flat profile is grouped by: its parameter in the link.
import type { Grouping } from '../../../workers/core/reports/groups.ts'
import type { ParamsCodec } from '../../state/url/view-params.ts'

export type Choice = Exclude<Grouping, 'source'>

/** What rows are grouped by; null for a row of each function. */
export interface GroupParams {
  readonly by: Choice | null
}

export const LABELS: Readonly<Record<Choice, string>> = {
  file: 'Source file',
  namespace: 'Namespace',
  module: 'Module',
}

/** Codec of the parameter. Key: group=file|namespace|module */
export const groupParams: ParamsCodec<GroupParams> = {
  view: 'flat-profile',
  parse: ({ group = '' }) => ({ by: Object.hasOwn(LABELS, group) ? (group as Choice) : null }),
  format: ({ by }) => (by === null ? {} : { group: by }),
}

// Exports the diff: all functions as CSV, unrounded, in the order on screen, or those that changed, as
// Markdown.
import type { ProfileView } from '../../../workers/api/contract.ts'
import { findNameKeys, pairOnce, type Side } from '../../state/questions/diff.ts'
import { readParams } from '../../state/url/view-params.ts'
import { useStore } from '../../state/store.ts'
import { resultInSlices } from '../../state/worker/slices.ts'
import { changeHead } from '../../../workers/core/reports/diff/whole-change.ts'
import { changeTableCsv, markdownHead, markdownRows } from '../../../workers/core/reports/diff/diff-tables.ts'
import { orderRows, withUnchanged } from '../../../workers/core/reports/diff/diff-rows.ts'
import { findChanged } from '../../../workers/core/reports/diff/significance.ts'
import { blobInSteps } from '../../state/blob-in-steps.ts'
import { ENCODING_MARK, wantsMark } from '../../../workers/core/reports/flat-table.ts'
import { diffParams } from './diff-params.ts'

/** Rows written in one or two milliseconds. */
const SLICE = 200
const TYPE = 'text/csv'

/** Returns the whole diff as CSV. */
export async function exportDiffCsv(opened: ProfileView): Promise<Blob> {
  const now = await comparedNow(opened)
  let isMarked = false
  function* slices(): Iterable<string> {
    for (const slice of now ? sliced(now) : []) {
      isMarked ||= wantsMark(slice)
      yield slice
    }
  }
  const text = await blobInSteps(slices(), TYPE)
  return isMarked ? new Blob([ENCODING_MARK, text], { type: TYPE }) : text
}

/** Returns the changed functions as Markdown, as `gmonscope diff --markdown` prints them. */
export async function exportDiffMarkdown(opened: ProfileView): Promise<Blob> {
  const now = await comparedNow(opened)
  return blobInSteps(now ? markdown(now) : [], 'text/markdown')
}

function* markdown({ compared, keys, names, params }: Now): Iterable<string> {
  const { measure, unit, order } = params
  const changed = yield* quietly(findChanged(compared, measure, unit))
  const { rows } = yield* quietly(orderRows(compared, measure, unit, order, keys))
  const shown = rows.filter((row) => changed.isChanged[row] === 1)
  yield markdownHead(changeHead(compared, names, measure, changed))
  if (shown.length > 0) yield '\n'
  for (let from = 0; from < shown.length; from += SLICE) {
    const some = shown.subarray(from, from + SLICE)
    yield markdownRows(compared, some, measure, unit, changed.isChanged, from === 0)
  }
}

function* sliced({ compared, keys, params: { measure, unit, order } }: Now): Iterable<string> {
  const ordered = yield* quietly(orderRows(compared, measure, unit, order, keys))
  const rows = withUnchanged(compared, ordered.rows)
  for (let from = 0; from === 0 || from < rows.length; from += SLICE)
    yield changeTableCsv(compared, rows.subarray(from, from + SLICE), unit, from === 0)
}

/** Returns both profiles and the view's settings; null if the comparison was closed. */
async function comparedNow(opened: ProfileView) {
  const { ui, shared } = useStore.getState()
  if (ui.baseline.phase !== 'ready') return null
  const { opened: other, isEarlier } = ui.baseline.value
  const [before, after] = isEarlier ? [other, opened] : [opened, other]
  const side: Side = isEarlier ? 'after' : 'before'
  const pairs = await resultInSlices(pairOnce(other, opened.asMeasured ?? opened, side))
  const compared = { before: before.analyzed, after: after.analyzed, pairs, side, other }
  const params = readParams(shared, diffParams)
  const isByName = params.order?.column === 'name'
  const keys = isByName ? await findNameKeys(compared) : null
  if (isByName && !keys) return null
  return { compared, keys, names: [before.name, after.name] as const, params }
}

type Now = NonNullable<Awaited<ReturnType<typeof comparedNow>>>

/** Runs steps inside a writer: each yields an empty string, which lets other work run. */
function* quietly<T>(steps: Iterator<void, T>): Generator<string, T> {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
    yield ''
  }
}

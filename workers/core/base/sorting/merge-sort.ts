/**
 * A stable sort that asks its questions in one fixed order: halves first, the smaller half in front, then merged.
 *
 * For orders that contradict themselves, where every way of sorting gives another answer, and it has to be this one.
 */
export function mergeSort<T>(items: readonly T[], compare: (left: T, right: T) => number): T[] {
  if (items.length < 2) return [...items]
  const middle = items.length >> 1
  const left = mergeSort(items.slice(0, middle), compare)
  const right = mergeSort(items.slice(middle), compare)
  const merged: T[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    merged.push(compare(left[l], right[r]) <= 0 ? left[l++] : right[r++])
  }
  for (; l < left.length; l++) merged.push(left[l])
  for (; r < right.length; r++) merged.push(right[r])
  return merged
}

// A call graph drawn as text → CallGraphProfile: "parse 12" gives a function its ticks, "main -> parse 10" an arc its calls.
import { asColumn } from '../core/base/columns.ts'
import { stringTableOf } from '../core/base/string-table.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { arcTables, countCalls } from '../core/profile/build-profile.ts'

/** Functions are in the order of their first mention. One statement per line or `;`. */
export function profileFromText(text: string): CallGraphProfile {
  const names: string[] = []
  const indexOf = new Map<string, number>()
  const ticks: number[] = []
  const parents: number[] = []
  const children: number[] = []
  const counts: number[] = []
  const functionNamed = (name: string): number => {
    const known = indexOf.get(name)
    if (known !== undefined) return known
    indexOf.set(name, names.length)
    ticks.push(0)
    return names.push(name) - 1
  }
  for (const line of text.split(/[\n;]/)) {
    const [left = '', right] = line.split('->').map((side) => side.trim())
    if (left === '') continue
    if (right === undefined) {
      const [, name = left, self = '0'] = /^(.*?)\s+([\d.]+)$/.exec(left) ?? []
      ticks[functionNamed(name)] = Number(self)
    } else {
      const [, child = right, count = '1'] = /^(.*?)\s+(\d+)$/.exec(right) ?? []
      parents.push(functionNamed(left))
      children.push(functionNamed(child))
      counts.push(Number(count))
    }
  }
  const arcs = {
    length: parents.length,
    parent: Int32Array.from(parents),
    child: Int32Array.from(children),
    count: Float64Array.from(counts),
  }
  return profileOf(names, Float64Array.from(ticks), arcs)
}

type TextArcs = Parameters<typeof arcTables>[0]

export function profileOf(names: readonly string[], ticks: Float64Array, arcs: TextArcs): CallGraphProfile {
  const length = names.length
  const address = Float64Array.from({ length }, (_, f) => 0x1000 + 16 * f)
  const { calls, selfCalls } = countCalls(arcs, length)
  const total = ticks.reduce((sum, own) => sum + own, 0)
  return {
    ...arcTables(arcs, length),
    functions: {
      length,
      address: asColumn(address),
      last: asColumn(address.map((first) => first + 15)),
      names: stringTableOf(names),
      isStatic: new Uint8Array(length),
      isFunction: new Uint8Array(length).fill(1),
      isLeftOut: new Uint8Array(length),
      selfTicks: ticks,
      calls,
      selfCalls,
    },
    hasHistogram: total > 0,
    hasArcs: arcs.length > 0,
    rate: 100,
    scale: 2,
    dimension: 'seconds',
    abbreviation: 's',
    totals: {
      ticks: total,
      recordedTicks: total,
      unattributedTicks: 0,
      arcRecords: arcs.length,
      droppedArcRecords: 0,
      runs: 1,
    },
    sources: null,
  }
}

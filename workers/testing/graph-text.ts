// A call graph drawn as text → CallGraphProfile: "parse 12" gives a function its ticks, "main -> parse 10" an arc its calls.
import { asColumn } from '../core/base/columns.ts'
import type { CallGraphProfile } from '../core/profile/call-graph-profile.ts'
import { addresslessProfile } from '../core/profile/addressless-profile.ts'
import type { TalliedArcs } from '../core/profile/distinct-arcs.ts'

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

export function profileOf(
  names: readonly string[],
  selfTicks: Float64Array<ArrayBuffer>,
  arcs: TalliedArcs,
): CallGraphProfile {
  const { functions, ...profile } = addresslessProfile({ names, selfTicks, arcs, rate: 100 })
  const { isAddressless: _, ...named } = functions
  const address = Float64Array.from({ length: names.length }, (_row, f) => 0x1000 + 16 * f)
  return {
    ...profile,
    functions: {
      ...named,
      address: asColumn(address),
      last: asColumn(address.map((first) => first + 15)),
    },
    hasHistogram: profile.totals.ticks > 0,
  }
}

// Colours: a hue of a fixed set by the hash of the group's name, so that it never depends on the other
// groups of a profile.
import { NONE } from '../base/columns.ts'
import type { StringTable } from '../base/packed-strings.ts'
import type { FunctionIndex } from '../profile/call-graph-profile.ts'
import { type FunctionGroup, type Grouped, groupOf } from './groups.ts'

/** Number of hues. */
export const HUES = 7

/** Returns a group's hue, from 0 to HUES − 1; NONE (−1) for functions without a group. */
export function hueOf({ kind, label }: FunctionGroup): number {
  if (kind === 'none') return NONE
  // FNV-1a, with its upper bits folded in.
  let hash = 0x811c9dc5
  for (let at = 0; at < label.length; at++) hash = Math.imul(hash ^ label.charCodeAt(at), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % HUES
}

const huesByProfile = new WeakMap<StringTable, { sources: unknown; hues: Int8Array }>()
const UNKNOWN = -2

/** Returns the hue of a function's group, cached; NONE (−1) without a group. */
export function hueOfFunction(profile: Grouped, f: FunctionIndex): number {
  const { functions, sources } = profile
  let known = huesByProfile.get(functions.names)
  if (known?.sources !== sources) {
    known = { sources, hues: new Int8Array(functions.length).fill(UNKNOWN) }
    huesByProfile.set(functions.names, known)
  }
  const { hues } = known
  if (hues[f] === UNKNOWN) hues[f] = hueOf(groupOf(profile, f))
  return hues[f]
}

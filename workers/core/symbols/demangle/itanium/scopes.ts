/**
 * What surrounds a node while it is printed: lists with the innermost first, shared and never changed.
 */
import type { Node, NodeList } from './node.ts'

/** Template arguments that `T_` and its like refer to, innermost first. */
export interface Scope {
  readonly items: NodeList
  readonly outer: Scope | null
}

/** Template parameters, and references to them, whose arguments are being printed, innermost first. */
export interface Active {
  readonly node: Node
  readonly outer: Active | null
}

/** What a template parameter under a reference stood for when first printed. */
export interface Referred {
  readonly parameter: Node
  readonly scope: Scope | null
  readonly next: Referred | null
}

/** Something waiting to be printed around a type, with the surroundings its own parts are to be printed in. */
export interface Waiting {
  readonly node: Node
  readonly scope: Scope | null
  readonly active: Active | null
  readonly next: Waiting | null
}

/** How often a node is among those being printed. */
export function nesting(node: Node, active: Active | null): number {
  let count = 0
  for (let at = active; at !== null; at = at.outer) if (at.node === node) count++
  return count
}

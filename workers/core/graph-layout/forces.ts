// The forces of our own beside d3's: boxes that push each other aside, and clusters that hold together.
import type { Force, SimulationNodeDatum } from 'd3'
import { NONE } from '../base/brand.ts'
import { boxAround, overlapOf, type Box } from './boxes.ts'
import { CLUSTER_LABEL, CLUSTER_PAD } from './layout-input.ts'

export interface LayoutNode extends SimulationNodeDatum, Box {
  index: number
  x: number
  y: number
  vx: number
  vy: number
  /** Where the seed put it; the row it is drawn to. */
  readonly seedY: number
  readonly cluster: number
}

const GAP = 10

/** Pushes overlapping boxes apart, sideways rather than out of their rows. */
export function boxCollide(strength: number): Force<LayoutNode, never> {
  let nodes: readonly LayoutNode[] = []
  const force = (): void => {
    for (let i = 0; i < nodes.length; i++) {
      const a = nodes[i]
      for (let j = i + 1; j < nodes.length; j++) {
        const b = nodes[j]
        const overlap = overlapOf(a, b, GAP)
        if (overlap) push(a, b, overlap.x, overlap.y, strength)
      }
    }
  }
  force.initialize = (given: LayoutNode[]): void => {
    nodes = given
  }
  return force
}

function push(a: LayoutNode, b: LayoutNode, x: number, y: number, strength: number): void {
  if (Math.abs(x) <= Math.abs(y) * 3) {
    a.vx -= (x / 2) * strength
    b.vx += (x / 2) * strength
  } else {
    a.vy -= (y / 2) * strength
    b.vy += (y / 2) * strength
  }
}

/** Draws members together and pushes everything else, other clusters included, out of the room they take. */
export function clusterForce(clusters: number, pull: number, strength: number): Force<LayoutNode, never> {
  let members: LayoutNode[][] = []
  let nodes: readonly LayoutNode[] = []
  const force = (alpha: number): void => {
    const boxes = members.map((group) => boxAround(group, CLUSTER_PAD, CLUSTER_LABEL))
    members.forEach((group) => {
      const x = group.reduce((sum, node) => sum + node.x, 0) / group.length
      for (const node of group) node.vx += (x - node.x) * pull * alpha
    })
    boxes.forEach((box, cluster) => {
      for (const node of nodes) {
        if (node.cluster === cluster) continue
        const overlap = overlapOf(box, node, GAP)
        if (!overlap) continue
        if (Math.abs(overlap.x) <= Math.abs(overlap.y) * 4) node.vx += overlap.x * strength
        else node.vy += overlap.y * strength
      }
      for (let other = cluster + 1; other < boxes.length; other++) {
        const overlap = overlapOf(box, boxes[other], GAP)
        if (!overlap) continue
        for (const node of members[cluster]) node.vx -= (overlap.x / 2) * strength
        for (const node of members[other]) node.vx += (overlap.x / 2) * strength
      }
    })
  }
  force.initialize = (given: LayoutNode[]): void => {
    nodes = given
    members = Array.from({ length: clusters }, () => [])
    for (const node of given) if (node.cluster !== NONE) members[node.cluster].push(node)
  }
  return force
}

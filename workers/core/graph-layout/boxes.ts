// Boxes of nodes: finds or removes their overlaps.

/** A rectangle by its centre (`x`, `y`) and its edges relative to the centre. Pixels. */
export interface Box {
  x: number
  y: number
  readonly left: number
  readonly right: number
  readonly up: number
  readonly down: number
}

/** Shortest moves that separate two boxes, one per axis. */
export interface Overlap {
  /** How far the second box must move right (negative: left) to clear the first. */
  readonly x: number
  /** How far it must move down (negative: up). */
  readonly y: number
}

/** Returns how two boxes overlap, with a margin of `gap` pixels; null if they are at least `gap` apart. */
export function overlapOf(a: Box, b: Box, gap: number): Overlap | null {
  const toRight = a.x + a.right + gap - (b.x - b.left)
  const toLeft = b.x + b.right + gap - (a.x - a.left)
  if (toRight <= 0 || toLeft <= 0) return null
  const toBottom = a.y + a.down + gap - (b.y - b.up)
  const toTop = b.y + b.down + gap - (a.y - a.up)
  if (toBottom <= 0 || toTop <= 0) return null
  return { x: toRight < toLeft ? toRight : -toLeft, y: toBottom < toTop ? toBottom : -toTop }
}

/** A sideways move is cheaper than leaving the row, by this factor. */
const SIDEWAYS = 2.5
const ROUNDS = 400

/**
 * Moves boxes in place until none overlaps another. Each pair shares the move by size. Boxes that still
 * overlap after that move down past the boxes in their way, from the top on, which always terminates.
 *
 * @param gap margin between boxes, in pixels
 */
export function separate(boxes: readonly Box[], gap: number): void {
  for (let round = 0; round < ROUNDS; round++) {
    if (!pushApart(boxes, gap)) return
  }
  const placed: Box[] = []
  for (const box of boxes.toSorted((a, b) => a.y - a.up - (b.y - b.up))) {
    for (let blocked = true; blocked;) {
      blocked = false
      for (const other of placed) {
        if (!overlapOf(other, box, gap * 0.99)) continue
        box.y = other.y + other.down + gap + box.up
        blocked = true
      }
    }
    placed.push(box)
  }
}

function pushApart(boxes: readonly Box[], gap: number): boolean {
  let moved = false
  for (let i = 0; i < boxes.length; i++) {
    const a = boxes[i]
    for (let j = i + 1; j < boxes.length; j++) {
      const b = boxes[j]
      const overlap = overlapOf(a, b, gap)
      if (!overlap) continue
      if (Math.abs(overlap.x) < 1e-6 || Math.abs(overlap.y) < 1e-6) continue
      moved = true
      const ofB = areaOf(a) / (areaOf(a) + areaOf(b))
      if (Math.abs(overlap.x) <= Math.abs(overlap.y) * SIDEWAYS) {
        const by = overlap.x * 1.02 + Math.sign(overlap.x) * 0.01
        a.x -= by * (1 - ofB)
        b.x += by * ofB
      } else {
        const by = overlap.y * 1.02 + Math.sign(overlap.y) * 0.01
        a.y -= by * (1 - ofB)
        b.y += by * ofB
      }
    }
  }
  return moved
}

function areaOf(box: Box): number {
  return (box.left + box.right) * (box.up + box.down)
}

/**
 * Returns the smallest box around others, extended by `pad` pixels on every side and by `head` at the top,
 * about their common middle.
 *
 * @param boxes at least one
 */
export function boxAround(boxes: readonly Box[], pad: number, head: number): Box {
  let [left, right, up, down] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.x - box.left)
    right = Math.max(right, box.x + box.right)
    up = Math.min(up, box.y - box.up)
    down = Math.max(down, box.y + box.down)
  }
  const x = (left + right) / 2
  const y = (up + down) / 2
  return { x, y, left: x - left + pad, right: right - x + pad, up: y - up + pad + head, down: down - y + pad }
}

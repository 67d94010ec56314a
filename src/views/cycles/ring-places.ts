// The geometry of a ring of members, with arcs as curves that bend inwards, so that the two directions of
// a pair are apart.

/** A member's position on the ring. */
export interface RingPlace {
  readonly x: number
  readonly y: number
  /** Where the label starts, and its text anchor. */
  readonly labelX: number
  readonly labelY: number
  readonly anchor: 'start' | 'middle' | 'end'
}

const RADIUS = 78
const MARK = 6
const LABEL_GAP = 12

/** Returns positions on the ring: the first on top, then clockwise. */
export function ringPlaces(count: number): readonly RingPlace[] {
  return Array.from({ length: count }, (_, at) => {
    const angle = (2 * Math.PI * at) / count - Math.PI / 2
    const [across, down] = [Math.cos(angle), Math.sin(angle)]
    return {
      x: RADIUS * across,
      y: RADIUS * down,
      labelX: (RADIUS + LABEL_GAP) * across,
      labelY: (RADIUS + LABEL_GAP) * down + 4 + 4 * down,
      anchor: Math.abs(across) < 0.2 ? 'middle' : across > 0 ? 'start' : 'end',
    }
  })
}

/** Returns the curve between two marks, bent to the right of its direction. */
export function ringPath(from: RingPlace, to: RingPlace): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = Math.hypot(dx, dy)
  const bend = 0.16 * length
  const middle = {
    x: (from.x + to.x) / 2 - (bend * dy) / length,
    y: (from.y + to.y) / 2 + (bend * dx) / length,
  }
  const start = towards(from, middle, MARK + 1)
  const end = towards(to, middle, MARK + 5)
  return `M${point(start)}Q${point(middle)} ${point(end)}`
}

interface Point {
  readonly x: number
  readonly y: number
}

function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  const part = length === 0 ? 0 : distance / length
  return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) }
}

const point = ({ x, y }: Point): string => `${x.toFixed(1)},${y.toFixed(1)}`

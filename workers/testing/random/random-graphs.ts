// Random small call graphs, as text for `profileFromText`.
import fc from 'fast-check'

/** Functions f0, f1, … with their ticks, and arcs with their calls. */
export interface RandomGraph {
  readonly ticks: readonly number[]
  readonly arcs: readonly (readonly [caller: number, callee: number, calls: number])[]
}

/** Graphs of two to nine functions. */
export const randomGraphs: fc.Arbitrary<RandomGraph> = fc.integer({ min: 2, max: 9 }).chain((size) => {
  const place = fc.integer({ min: 0, max: size - 1 })
  return fc.record<RandomGraph>({
    ticks: fc.array(fc.integer({ min: 0, max: 50 }), { minLength: size, maxLength: size }),
    arcs: fc.uniqueArray(fc.tuple(place, place, fc.integer({ min: 0, max: 20 })), {
      maxLength: 14,
      selector: ([from, to]) => `${from} ${to}`,
    }),
  })
})

/** Returns a graph as text. */
export const graphText = ({ ticks, arcs }: RandomGraph): string =>
  [...ticks.map((own, f) => `f${f} ${own}`), ...arcs.map(([a, b, count]) => `f${a} -> f${b} ${count}`)].join(
    ';',
  )

// The ends of an arc: any two functions, or two beside each other. Of such come small cycles, several in a graph.
import fc from 'fast-check'

export function arcEnds(functions: number): fc.Arbitrary<[parent: number, child: number]> {
  const f = fc.nat(functions - 1)
  const beside = fc
    .tuple(f, fc.constantFrom(-1, 0, 1))
    .map(([parent, step]): [number, number] => [parent, Math.max(0, Math.min(functions - 1, parent + step))])
  return fc.oneof(fc.tuple(f, f), beside)
}

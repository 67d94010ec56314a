// Things that are told apart by their names, of which several may bear the same: by which of these they are, in order.

export interface NthOfName {
  readonly name: string
  /** From 1. */
  readonly nth: number
}

type Named = Pick<NthOfName, 'name'>

/** How each of them is called. */
export function nthsOfNames(things: readonly Named[]): readonly NthOfName[] {
  const counts = new Map<string, number>()
  return things.map(({ name }) => {
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    return { name, nth }
  })
}

/** Where it stands; −1 if there are not so many of that name. */
export function positionOfNth(things: readonly Named[], { name, nth }: NthOfName): number {
  let seen = 0
  return things.findIndex((thing) => thing.name === name && ++seen === nth)
}

export function isSameNth(left: NthOfName | null, right: NthOfName | null): boolean {
  return left?.name === right?.name && left?.nth === right?.nth
}

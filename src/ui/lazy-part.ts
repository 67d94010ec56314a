// A part of the page whose code is fetched when it is needed, or before. React waits for every lazy component, be its code
// there or not, and holds back what it has to show for up to 300 ms once it has waited; a part that is there is not waited for.
// What became of a lazy component React keeps, a part that did not come as well; browsers fetch such a one again when asked, but
// for older ones (Chromium 150): there only a new load of the page helps, which the words on it name as well.
import { createElement, lazy, type ComponentType } from 'react'

export interface LazyPart<Props extends object> {
  readonly Component: ComponentType<Props>
  /** Fetches the code ahead of its first use. */
  readonly preload: () => Promise<unknown>
}

interface Loaded<Props extends object> {
  readonly default: ComponentType<Props>
}

/** Of all parts that did not come: they are fetched anew when they are drawn after it was raised, and not before, or for ever. */
let attempt = 0

export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: Loaded<Props> | null = null
  const load = async (): Promise<Loaded<Props>> => (loaded ??= { default: await fetchPart() })
  const begin = () => lazy(() => (loaded ? atOnce(loaded) : load()))
  let Part = begin()
  let attempted = attempt
  const Component = (props: Props) => {
    if (attempted !== attempt && !loaded) Part = begin()
    attempted = attempt
    return createElement<Props>(Part, props)
  }
  return { Component, preload: load }
}

export function retryFailedParts(): void {
  attempt++
}

/** Whoever needs it asks again, and is told what is wrong. */
export function fetchAhead({ preload }: { readonly preload: () => Promise<unknown> }): void {
  preload().catch(() => {})
}

/** Answers while it is being asked, which a promise never does. React asks for no more than `then`. */
function atOnce<T>(value: T): Promise<T> {
  const thenable: Pick<Promise<T>, 'then'> = {
    // eslint-disable-next-line unicorn/no-thenable -- that is what it is
    then: (onValue) => {
      onValue?.(value)
      return new Promise(() => {})
    },
  }
  return thenable as Promise<T>
}

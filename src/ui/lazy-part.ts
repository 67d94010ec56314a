// A part of the page whose code is fetched when it is needed, or before. React waits for every lazy component, be its code
// there or not, and holds back what it has to show for up to 300 ms once it has waited; a part that is there is not waited for.
import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

export interface LazyPart<Props extends object> {
  readonly Component: LazyExoticComponent<ComponentType<Props>>
  /** Fetches the code ahead of its first use. */
  readonly preload: () => Promise<unknown>
}

interface Loaded<Props extends object> {
  readonly default: ComponentType<Props>
}

export function lazyPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): LazyPart<Props> {
  let loaded: Loaded<Props> | null = null
  const load = async (): Promise<Loaded<Props>> => (loaded ??= { default: await fetchPart() })
  return { Component: lazy(() => (loaded ? atOnce(loaded) : load())), preload: load }
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

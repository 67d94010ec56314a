// A part of the page whose code loads on demand or ahead of use. React suspends on every lazy component,
// even if its code is loaded, and then delays the screen by up to 300 ms; a loaded part here is drawn
// without that wait. React also caches a failed load. Browsers fetch a failed module again on request,
// except older ones (Chromium 150), where only a reload helps; the error text says so.
import { type ComponentType, createElement, lazy } from 'react'

/** A component whose code loads on demand. */
export interface LazyPart<Props extends object> {
  readonly Component: ComponentType<Props>
  /** Loads the code ahead of its first use. */
  readonly preload: () => Promise<unknown>
}

interface Loaded<Props extends object> {
  readonly default: ComponentType<Props>
}

/**
 * Raised to retry the failed parts: each is fetched again when it is drawn after that, and not
 * before, which could loop.
 */
let attempt = 0

/** Returns a component that loads its code with `fetchPart` when it is first drawn. */
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

/** Lets failed parts load again when they are next drawn. */
export function retryFailedParts(): void {
  attempt++
}

/** Loads code ahead of use. Ignores errors: the part reports them when it is drawn. */
export function fetchAhead({ preload }: { readonly preload: () => Promise<unknown> }): void {
  preload().catch(() => {})
}

/** Returns a thenable that resolves synchronously, unlike a promise. React needs only `then`. */
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

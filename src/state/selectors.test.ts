// @vitest-environment happy-dom
// Links on screen while the address holds a long profile: each is short until it is used.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashFor } from './selectors.ts'
import { initialState, useStore } from './store.ts'
import { linkOfBytes } from './url/enclosed.ts'
import { parseHash } from './url/link-hash.ts'
import { startSync } from './url/address.ts'

const profile = linkOfBytes(Uint8Array.from({ length: 3_000_000 }, (_, at) => (at * 7919) % 251))
let stop = (): void => {}

beforeEach(() => {
  useStore.setState(initialState())
  stop = startSync()
  useStore.setState(({ shared }) => ({ shared: { ...shared, profile } }))
})
afterEach(() => stop())

function linkTo(view: string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.href = hashFor(useStore.getState().shared, { view })
  document.body.append(link)
  return link
}

const use = (link: Element, how: string) => {
  // Nothing is followed here.
  link.addEventListener(how, (event) => event.preventDefault(), { once: true })
  link.dispatchEvent(new MouseEvent(how, { bubbles: true, cancelable: true }))
}

for (const how of ['click', 'auxclick', 'contextmenu']) {
  it(`has the profile by the time of its ${how}, and only the last one used`, () => {
    const [first, second] = [linkTo('graph'), linkTo('cycles')]
    expect(first.href.length).toBeLessThan(200)
    use(first, how)
    expect(parseHash(first.hash)).toMatchObject({ view: 'graph', profile })
    use(second, how)
    expect(first.href.length).toBeLessThan(200)
    expect(parseHash(second.hash)).toMatchObject({ view: 'cycles', profile })
  })
}

it('repeats a short profile, and follows the one of another link', () => {
  const { shared } = useStore.getState()
  expect(hashFor({ ...shared, profile: 'data:abc' }, {})).toBe('#v=1&profile=data:abc')
  expect(hashFor(shared, { profile: '' })).toBe('#v=1')
})

// Keeps the page's own files, so that it starts without a network. A version is kept whole, in a cache of its own, and
// answers until the last page that began with it is closed: the browser lets a newer one wait that long.
import type { CachedFiles } from './cached-files.ts'

declare const self: ServiceWorkerGlobalScope

/** Put in by the build. */
declare const KEPT: CachedFiles
const kept = KEPT

/** The one worker that may ask other hosts. */
const DOWNLOADS = /\/assets\/download\.worker-[\w-]+\.js$/

const { scope } = self.registration
/** Another copy of the page may live on the same host, and keeps files of its own. */
const OURS = `gmonscope ${scope} `
const CACHE = OURS + kept.version
/** The page itself goes by its folder: some hosts answer its name with a redirection, which a browser would not take. */
const PAGE = ''

const addresses = new Map(
  kept.files.map((path) => [
    new URL(path, scope).href,
    new URL(path === 'index.html' ? PAGE : path, scope).href,
  ]),
).set(scope, scope)

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const url = event.request.method === 'GET' ? keptAs(event.request.url) : undefined
  if (url !== undefined) event.respondWith(answer(url, event.request))
})

/** Errors: rejects when a file is missing or of another version, as while a host is being updated; the browser tries again later. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.all([...new Set(addresses.values())].map(async (url) => cache.put(url, await load(url))))
}

async function load(url: string): Promise<Response> {
  const isAsset = url.startsWith(`${scope}assets/`)
  // The name of an asset has a hash of its content in it: the one that an older version has kept is the same.
  const response =
    (isAsset ? await caches.match(url) : undefined) ?? (await fetch(url, { cache: 'no-cache' }))
  if (!response.ok) throw new Error(`${url}: ${response.status}`)
  if (url === scope) await checkVersion(response.clone())
  const headers = new Headers(response.headers)
  headers.delete('Content-Encoding')
  headers.delete('Content-Length')
  // A worker takes its policy from the header of its script, which many hosts do not send.
  if (isAsset && !headers.has('Content-Security-Policy'))
    headers.set('Content-Security-Policy', DOWNLOADS.test(url) ? kept.downloadPolicy : kept.policy)
  // Made anew, since one that came by a redirection could not answer a navigation.
  return new Response(await response.blob(), { headers })
}

async function checkVersion(page: Response): Promise<void> {
  for (const [path] of (await page.text()).matchAll(/assets\/[\w.-]+/g)) {
    if (!kept.files.includes(path)) throw new Error(`the page loads ${path}, which is of another version`)
  }
}

/** Runs when no page is left that an older version answers. */
async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name)
  }
  // The page of the first visit, too, is to find its parts when the host has been updated meanwhile.
  await self.clients.claim()
}

function keptAs(url: string): string | undefined {
  const address = new URL(url)
  address.hash = ''
  address.search = ''
  return addresses.get(address.href)
}

async function answer(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  // A browser short of space may have thrown it away.
  return (await cache.match(url)) ?? fetch(request)
}

// Caches the page's files, so that it starts without a network. Each version has a cache of its
// own and answers until the last page that started with it is closed: the browser makes a newer
// version wait that long, unless the user takes it earlier. Pages of the older version then get
// their parts from its cache, which stays until none of them is open.
import type { CachedFiles } from './cached-files.ts'

declare const self: ServiceWorkerGlobalScope

/** Inserted by the build. */
declare const KEPT: CachedFiles
const kept = KEPT

/** The only worker that may contact other hosts. */
const DOWNLOADS = /\/assets\/download\.worker-[\w-]+\.js$/

const { scope } = self.registration
/** Another copy of the page may be on the same host, with a cache of its own. */
const OURS = `gmonscope ${scope} `
const CACHE = OURS + kept.version
/**
 * The page is requested by its folder: some hosts answer its name with a redirect, which a
 * browser would reject.
 */
const PAGE = ''

const addresses = new Map(
  kept.files.map((path) => [
    new URL(path, scope).href,
    new URL(path === 'index.html' ? PAGE : path, scope).href,
  ]),
).set(scope, scope)

self.addEventListener('install', (event) => event.waitUntil(fill()))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
// The only message of a page: the user takes this version.
self.addEventListener('message', () => void self.skipWaiting())
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.method !== 'GET') return
  const url = keptAs(request.url)
  if (url !== undefined) event.respondWith(answer(url, request))
  else if (request.url.startsWith(`${scope}assets/`)) event.respondWith(answerOlder(request))
  if (request.mode === 'navigate') event.waitUntil(dropOlder(event.resultingClientId))
})

/**
 * Rejects if a file is missing or of another version, for example while a host is being updated;
 * the browser tries again later.
 */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE)
  await Promise.all([...new Set(addresses.values())].map(async (url) => cache.put(url, await load(url))))
}

async function load(url: string): Promise<Response> {
  const isAsset = url.startsWith(`${scope}assets/`)
  // Names of assets contain a hash of their contents: an older version's copy is identical.
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
  // A new response, because a redirected one cannot answer a navigation.
  return new Response(await response.blob(), { headers })
}

async function checkVersion(page: Response): Promise<void> {
  for (const [path] of (await page.text()).matchAll(/assets\/[\w.-]+/g)) {
    if (!kept.files.includes(path)) throw new Error(`the page loads ${path}, which is of another version`)
  }
}

async function takeOver(): Promise<void> {
  await dropOlder('')
  // The page of the first visit, too, must find its parts if the host has been updated meanwhile.
  await self.clients.claim()
}

/**
 * Drops the caches of older versions unless a page is open, which may be of one of them.
 *
 * @param starting id of the page that is about to start, which is of this version
 */
async function dropOlder(starting: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.some(({ id, url }) => id !== starting && url.startsWith(scope))) return
  for (const name of await caches.keys()) {
    if (name.startsWith(OURS) && name !== CACHE) await caches.delete(name)
  }
}

function keptAs(url: string): string | undefined {
  const address = new URL(url)
  address.hash = ''
  address.search = ''
  return addresses.get(address.href)
}

async function answer(url: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE)
  // A browser short of space may have evicted it.
  return (await cache.match(url)) ?? fetch(request)
}

/** Answers with a part of an older version: names of assets contain a hash of their contents. */
async function answerOlder(request: Request): Promise<Response> {
  return (await caches.match(request.url)) ?? fetch(request)
}

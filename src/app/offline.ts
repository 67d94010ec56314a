// Has the page's files kept after the first visit, so that it starts without a network.

/** After what the first screen needs has come. */
const LATER_MS = 3000

/**
 * Not on the loopback addresses of a development server: whatever runs there tomorrow would be answered by today's page.
 * Nor in a frame, where the page is a guest.
 */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator) || window.parent !== window) return
  if (!location.protocol.startsWith('http')) return
  if (/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(location.hostname)) return
  setTimeout(() => {
    // A browser may refuse, as in a private window: the page works as before.
    navigator.serviceWorker.register('./service-worker.js', { updateViaCache: 'none' }).catch(() => {})
  }, LATER_MS)
}

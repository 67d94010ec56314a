// Browsers that lack what the page is made of: told at once, rather than as a mistake of ours at the first click.

/** The newest of what is used: Chromium 110, Firefox 115, Safari 16. */
const NEEDED: Readonly<Record<string, () => boolean>> = {
  'Array.prototype.toSorted': () => 'toSorted' in Array.prototype,
  Worker: () => 'Worker' in window,
  ResizeObserver: () => 'ResizeObserver' in window,
}

/** Whether something is missing; the page then says what. */
export function isTooOld(): boolean {
  const missing = Object.keys(NEEDED).filter((name) => NEEDED[name]?.() !== true)
  if (missing.length === 0) return false
  const place = document.getElementById('not-started')
  if (place) {
    place.textContent = `gmonscope has not started: this browser has no ${missing.join(', no ')}. It needs one of 2023 or newer.`
    place.setAttribute('role', 'alert')
    place.style.animation = 'none'
    place.style.opacity = '1'
  }
  return true
}

// Opens an address in the user's browser, if there is a display. Never fails.
import { spawn } from 'node:child_process'

/**
 * Whether there is a display to open a browser on.
 *
 * @param {{ env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform }} [host]
 */
export function hasDisplay({ env = process.env, platform = process.platform } = {}) {
  if (isSet(env['CI']) || env['BROWSER'] === 'none') return false
  if (platform === 'darwin' || platform === 'win32') return !isSet(env['SSH_CONNECTION'])
  return isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY'])
}

/**
 * Opens an address in the user's browser.
 *
 * @param {string} address
 */
export function openInBrowser(address) {
  const [program, ...args] = openerOf(process.platform)
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.once('error', () => {})
  child.unref()
}

/**
 * @param {NodeJS.Platform} platform
 * @returns {readonly [string, ...string[]]}
 */
function openerOf(platform) {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

/** @param {string | undefined} value */
function isSet(value) {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0'
}

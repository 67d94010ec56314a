// Opens an address in the person's browser.
import { spawn } from 'node:child_process'

/** Where there is a person with a display. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (isSet(env['CI']) || env['BROWSER'] === 'none') return false
  if (platform === 'darwin' || platform === 'win32') return !isSet(env['SSH_CONNECTION'])
  return isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']) || isSet(env['WSL_DISTRO_NAME'])
}

/** `onFailure` is called once if no program to open it with can be started, or that program says it could not. */
export function openInBrowser(address: string, onFailure: () => void): void {
  const [program, ...args] = openerOf(process.env, process.platform)
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: true })
  child.once('error', onFailure)
  child.once('exit', (status) => {
    if (status !== 0) onFailure()
  })
  child.unref()
}

function openerOf(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  // Inside Windows, whose browser reaches this loopback.
  if (isSet(env['WSL_DISTRO_NAME'])) return ['rundll32.exe', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0'
}

// Opens a served page in the person's browser.
import { spawn } from 'node:child_process'
import type { PageServer } from './page-server.ts'

/** Where there is a person with a display. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (isSet(env['CI']) || env['BROWSER'] === 'none') return false
  if (platform === 'darwin' || platform === 'win32') return !isSet(env['SSH_CONNECTION'])
  return isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']) || isSet(env['WSL_DISTRO_NAME'])
}

/**
 * Opens the page of a server. Its address is no argument of any program where others may see it: anyone on the machine can list
 * the arguments of all processes, but for Windows.
 *
 * @param onFailure called once if no program to open it with can be started, or if that program fails
 */
export function openInBrowser(
  page: Pick<PageServer, 'address' | 'door'>,
  onFailure: () => void,
  platform: NodeJS.Platform = process.platform,
): void {
  const { command, input } = openerOf(page, process.env, platform)
  const [program, ...args] = command
  const child = spawn(program, args, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  child.once('error', onFailure)
  child.once('exit', (status) => {
    if (status !== 0) onFailure()
  })
  // A program that ends without reading is judged by its status.
  child.stdin.once('error', () => {})
  child.stdin.end(input)
  child.unref()
}

interface Opener {
  readonly command: readonly [string, ...string[]]
  readonly input: string
}

function openerOf(
  { address, door }: Pick<PageServer, 'address' | 'door'>,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): Opener {
  if (platform === 'darwin') return { command: ['osascript'], input: `open location "${address}"\n` }
  const onWindows = ['url.dll,FileProtocolHandler', address]
  if (platform === 'win32') return { command: ['rundll32', ...onWindows], input: '' }
  // Inside Windows, whose browser reaches this loopback. It has no user here.
  if (isSet(env['WSL_DISTRO_NAME'])) return { command: ['rundll32.exe', ...onWindows], input: '' }
  return { command: ['xdg-open', door], input: '' }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0'
}

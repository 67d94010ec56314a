// Serves one page on loopback at an address that cannot be guessed, to programs of this user only.
//
// Opens it in the default browser as well.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'
import { spawn } from 'node:child_process'
import { UsageError } from './arguments.ts'
import { errorText } from './file-system.ts'

/** Loopback only: no other machine of the network may see the profile. */
const HOST = '127.0.0.1'
/** Time after the first answer, for browsers that ask twice, in milliseconds. */
const LINGER = 1000

/** A server of one page. */
export interface PageServer {
  /** Address of the page; knowing it suffices to read the page. */
  readonly address: string
  /** Address that redirects to `address`, for programs of this process's user only. Linux only. */
  readonly door: string
  /** Settles when the page was delivered, or when `end` was called. */
  readonly fetched: Promise<void>
  /** Stops listening. */
  end(): void
}

/**
 * Serves a page.
 *
 * @param name last part of the address
 * @param port 0 lets the system choose
 * @param stays whether the page can be fetched again later, so that a browser may cache it
 * @throws UsageError for a port in use
 */
export async function servePage(
  pieces: readonly string[],
  name: string,
  port: number,
  stays: boolean,
): Promise<PageServer> {
  const path = `/${newKey()}/${encodeURIComponent(name)}`
  // A key of its own, so that another site's page cannot find it.
  const door = `/${newKey()}`
  const bytes = pieces.map((piece) => Buffer.from(piece))
  let settle: () => void = () => {}
  const fetched = new Promise<void>((resolve) => {
    settle = resolve
  })
  const server = createServer((request, response) => {
    const onFetched = (): void => void setTimeout(settle, LINGER)
    answer(request, response, { path, door, own: portOf(server.address()), bytes, stays, onFetched })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new UsageError(`port ${port} cannot be used: ${errorText(error.code ?? error.message)}`)),
    )
    server.listen(port, HOST, resolve)
  })
  const origin = `http://${HOST}:${portOf(server.address())}`
  return {
    address: origin + path,
    door: origin + door,
    fetched,
    end() {
      server.close()
      server.closeAllConnections()
      settle()
    },
  }
}

const newKey = (): string => randomBytes(16).toString('base64url')

const portOf = (listening: ReturnType<Server['address']>): number =>
  typeof listening === 'object' && listening !== null ? listening.port : 0

interface Served {
  readonly path: string
  readonly door: string
  readonly own: number
  readonly bytes: readonly Uint8Array[]
  readonly stays: boolean
  readonly onFetched: () => void
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { path, door, own, bytes, stays, onFetched }: Served,
): void {
  const refuse = (status: number, why = ''): void => {
    const type = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' }
    response.writeHead(status, { ...(why && type), Connection: 'close' }).end(why && `${why}\n`)
  }
  // Another site's page could use a name that resolves to loopback.
  if (![`${HOST}:${own}`, `localhost:${own}`].includes(request.headers.host ?? ''))
    return refuse(
      403,
      `gmonscope shows this page at ${HOST}:${own} only. With ssh, use the same port on both sides: ssh -L ${own}:${HOST}:${own} HOST`,
    )
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
  const asked = request.url?.split(/[?#]/)[0]
  if (asked === door) {
    const user = peerUser(request.socket)
    if (user === null || user !== process.getuid?.())
      return refuse(
        403,
        'Only the user who started gmonscope can open this address. Open the address that gmonscope printed on its terminal.',
      )
    response.writeHead(302, { Location: path, 'Cache-Control': 'no-store', Connection: 'close' })
    return void response.end()
  }
  if (asked !== path) return refuse(404)
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.reduce((sum, one) => sum + one.length, 0),
    'Cache-Control': stays ? 'private, max-age=86400' : 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Connection: 'close',
  })
  if (request.method === 'HEAD') return void response.end()
  const { socket } = request
  // Node would close its end as soon as the system has taken all bytes, and miss an aborted
  // connection.
  socket.destroySoon = () => void socket.end()
  socket.once('close', (isBroken) => {
    if (response.writableFinished && !isBroken) onFetched()
  })
  for (const piece of bytes) response.write(piece)
  response.end()
}

/** IPv4 connections, and those made through an IPv6 socket. */
const TABLES = ['/proc/self/net/tcp', '/proc/self/net/tcp6']
/** 127.0.0.1 as the kernel prints it: one number, in the machine's byte order. */
const LOOPBACK = endianness() === 'LE' ? '0100007F' : '7F000001'

/** Returns the user id of the program that connected, or null if the system does not say: only Linux does. */
function peerUser({ remotePort = 0, localPort = 0 }: Socket): number | null {
  const users = new Set(TABLES.flatMap((table) => usersIn(textOf(table), remotePort, localPort)))
  const [user] = users
  return users.size === 1 ? (user ?? null) : null
}

/** Returns the users of sockets on loopback that are bound to `port` and connected to `other`. */
function usersIn(table: string, port: number, other: number): readonly number[] {
  const [local, remote] = [port, other].map(
    (one) => `${LOOPBACK}:${one.toString(16).toUpperCase().padStart(4, '0')}`,
  )
  return table.split('\n').flatMap((line) => {
    const [, from = '', to = '', , , , , user] = line.trim().split(/\s+/)
    return from.endsWith(local ?? '') && to.endsWith(remote ?? '') ? [Number(user)] : []
  })
}

function textOf(table: string): string {
  try {
    return readFileSync(table, 'latin1')
  } catch {
    return ''
  }
}

/** Whether there is a display. */
export function hasDisplay(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
  if (isSet(env['CI']) || env['BROWSER'] === 'none') return false
  if (platform === 'darwin' || platform === 'win32') return !isSet(env['SSH_CONNECTION'])
  return isSet(env['DISPLAY']) || isSet(env['WAYLAND_DISPLAY']) || isSet(env['WSL_DISTRO_NAME'])
}

/**
 * Opens the page of a server. The address is not passed as an argument where others could see it:
 * except on Windows, all users can list the arguments of all processes.
 *
 * @param onFailure called once if no program can be started to open it, or if that program fails
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
  // A program that ends without reading is judged by its exit status.
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
  // WSL: the browser of Windows reaches this loopback, and has no user here.
  if (isSet(env['WSL_DISTRO_NAME'])) return { command: ['rundll32.exe', ...onWindows], input: '' }
  return { command: ['xdg-open', door], input: '' }
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'false' && value !== '0'
}

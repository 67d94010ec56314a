// One page on loopback, under an address nobody can guess, for as long as it takes a browser to fetch it.
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { UsageError } from './arguments.ts'
import { wordsFor } from './system-words.ts'

/** Loopback only: nobody else on the network is to see what is being looked at. */
const HOST = '127.0.0.1'
/** After a first answer, for browsers that ask twice. Milliseconds. */
const LINGER = 1000

export interface PageServer {
  readonly address: string
  /** Settles when the page was handed out, or when `end` was called. */
  readonly fetched: Promise<void>
  /** Stops listening. */
  end(): void
}

/** `name` ends the address. `port` 0 lets the system choose. Errors: UsageError for a port that is taken. */
export async function servePage(pieces: readonly string[], name: string, port: number): Promise<PageServer> {
  const path = `/${randomBytes(16).toString('base64url')}/${encodeURIComponent(name)}`
  const bytes = pieces.map((piece) => Buffer.from(piece))
  let settle: () => void = () => {}
  const fetched = new Promise<void>((resolve) => {
    settle = resolve
  })
  const server = createServer((request, response) => {
    const listening = server.address()
    const own = typeof listening === 'object' && listening !== null ? listening.port : 0
    answer(request, response, { path, own, bytes, onFetched: () => setTimeout(settle, LINGER) })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new UsageError(`port ${port} cannot be used: ${wordsFor(error.code ?? error.message)}`)),
    )
    server.listen(port, HOST, resolve)
  })
  const listening = server.address()
  const chosen = typeof listening === 'object' && listening !== null ? listening.port : port
  return {
    address: `http://${HOST}:${chosen}${path}`,
    fetched,
    end() {
      server.close()
      server.closeAllConnections()
      settle()
    },
  }
}

interface Served {
  readonly path: string
  readonly own: number
  readonly bytes: readonly Uint8Array[]
  readonly onFetched: () => void
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { path, own, bytes, onFetched }: Served,
): void {
  const refuse = (status: number): void => void response.writeHead(status, { Connection: 'close' }).end()
  // A name that resolves to loopback is how another site's page would ask.
  if (![`${HOST}:${own}`, `localhost:${own}`].includes(request.headers.host ?? '')) return refuse(403)
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405)
  if (request.url?.split(/[?#]/)[0] !== path) return refuse(404)
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': bytes.reduce((sum, one) => sum + one.length, 0),
    // Going back to the page, or a second tab of it, needs no server.
    'Cache-Control': 'private, max-age=86400',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Resource-Policy': 'same-origin',
    Connection: 'close',
  })
  if (request.method === 'HEAD') return void response.end()
  for (const piece of bytes) response.write(piece)
  response.end()
  response.once('close', () => {
    if (response.writableFinished) onFetched()
  })
}

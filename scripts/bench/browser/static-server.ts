// Serves a folder of another project's page on loopback: our own server would add our page's
// policy.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { basename, extname, join } from 'node:path'
import type { Served } from './chromium.ts'

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.wasm', 'application/wasm'],
])

/** Serves a flat folder: only the last part of the requested path counts. */
export async function servePlainly(folder: string): Promise<Served> {
  const server = createServer((request, response) => {
    const name = basename(new URL(request.url ?? '/', 'http://localhost').pathname) || 'index.html'
    readFile(join(folder, name)).then(
      (bytes) => {
        response
          .writeHead(200, { 'Content-Type': TYPES.get(extname(name)) ?? 'application/octet-stream' })
          .end(bytes)
      },
      () => {
        response.writeHead(404).end()
      },
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return {
    address: `http://127.0.0.1:${address.port}/`,
    end: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

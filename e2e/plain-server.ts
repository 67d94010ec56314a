// A minimal web server: files with their types, and no other header.
import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** A running server. */
export interface PlainServer {
  readonly port: number
  /** Requested paths, in order. */
  readonly asked: readonly string[]
  close(): void
}

/** Serves a folder on a free port. */
export async function servePlainly(folder: string): Promise<PlainServer> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host')
    asked.push(pathname)
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    readFile(join(folder, name)).then(
      (bytes) =>
        response
          .writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' })
          .end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const at = server.address()
  return {
    port: at && typeof at === 'object' ? at.port : 0,
    asked,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

// Serves the built page on loopback as a static host would, for `npm start` and the browser tests.
// Alone: node scripts/serve.mjs [--port N] [--mount /some/path/]... [folder]
import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'
import { readArguments } from './arguments.mjs'
import { ROOT, Refusal, isProgram, reasonOf } from './child.mjs'
import { hasDisplay, openInBrowser } from './open.mjs'
import { downloadPolicyOf, policyOf } from './build/policy.mjs'

/** Loopback only, so that the profile is not visible on the network. */
const HOST = '127.0.0.1'
const DEFAULT_PORT = 4173
/** How many ports above the requested one are tried before the system chooses. */
const NEIGHBOURS = 20

/** This worker has a policy of its own. */
const DOWNLOADS = /[\\/]download\.worker-[\w-]+\.js$/

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.wasm', 'application/wasm'],
  ['.woff2', 'font/woff2'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.md', 'text/plain; charset=utf-8'],
  ['.c', 'text/plain; charset=utf-8'],
  ['.h', 'text/plain; charset=utf-8'],
])

/**
 * @typedef {{ mounts?: readonly string[], framedBy?: string }} Options `mounts`: the paths under which the folder
 *   appears, each ending in `/`; `framedBy`: who may embed the page, in the policy's notation; none by
 *   default
 */

/**
 * Returns a server for the page.
 *
 * @param {string} folder
 * @param {Options} [options]
 */
export function createPageServer(folder, options = {}) {
  const mounts = (options.mounts ?? ['/']).toSorted((one, other) => other.length - one.length)
  return createServer((request, response) => {
    answer(folder, mounts, options, request, response).catch((error) => {
      // The client disconnected, or the folder is being rebuilt.
      if (!response.headersSent) response.writeHead(500)
      response.end(`${reasonOf(error)}\n`)
    })
  })
}

/**
 * Listens at `wanted`, or at the next free port if that one is taken. Port 0 lets the system
 * choose.
 *
 * @param {import('node:http').Server} server
 * @param {number} wanted
 * @returns {Promise<number>} the port
 */
export async function listen(server, wanted) {
  const last = wanted === 0 ? -1 : Math.min(wanted + NEIGHBOURS, 65_535)
  for (let port = wanted; port <= last; port++) {
    if (await tryListen(server, port)) return port
  }
  await tryListen(server, 0)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Refusal('No free port on loopback.')
  return address.port
}

/**
 * Returns the port of a PORT variable, or the default.
 *
 * @param {string | undefined} text
 * @throws Refusal if it is not a port number
 */
export function parsePort(text) {
  if (text === undefined || text.trim() === '') return DEFAULT_PORT
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new Refusal(`PORT is "${text}"; it should be a number from 0 to 65535.`)
}

/**
 * Returns the server's address.
 *
 * @param {number} port
 */
export function addressOf(port) {
  return `http://${HOST}:${port}/`
}

/**
 * Tries to listen at a port.
 *
 * @param {import('node:http').Server} server
 * @param {number} port
 * @returns {Promise<boolean>} false if the port is taken or not permitted
 */
function tryListen(server, port) {
  return new Promise((settle, reject) => {
    /** @param {NodeJS.ErrnoException} error */
    const failed = (error) => {
      server.off('listening', listening)
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') settle(false)
      else reject(error)
    }
    const listening = () => {
      server.off('error', failed)
      settle(true)
    }
    server.once('error', failed)
    server.once('listening', listening)
    server.listen(port, HOST)
  })
}

/**
 * @param {string} folder
 * @param {readonly string[]} mounts
 * @param {Options} options
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(folder, mounts, options, request, response) {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    return
  }
  const path = decodePath(request.url ?? '/')
  const mount = path === null ? undefined : mounts.find((prefix) => path.startsWith(prefix))
  if (path === null || mount === undefined) return refuse(response)
  const file = await findFile(folder, path.slice(mount.length))
  if (file === null) return refuse(response)
  if (file === 'folder') {
    const name = path.slice(path.lastIndexOf('/') + 1)
    response.writeHead(308, { Location: `./${encodeURIComponent(name)}/` }).end()
    return
  }

  const bytes = await readFile(file)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 20)}"`
  const headers = {
    'Content-Type': TYPES.get(extname(file)) ?? 'application/octet-stream',
    'Content-Security-Policy': `${await readPolicy(folder, file)}; frame-ancestors ${options.framedBy ?? "'none'"}`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    // Names under assets/ contain a hash of the content; all other files are revalidated by their
    // tag.
    'Cache-Control': path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: tag,
  }
  if (request.headers['if-none-match'] === tag) {
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(200, { ...headers, 'Content-Length': bytes.length })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

/** @param {import('node:http').ServerResponse} response */
function refuse(response) {
  response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found\n')
}

/** @param {string} url */
function decodePath(url) {
  const end = url.search(/[?#]/)
  try {
    return decodeURIComponent(end < 0 ? url : url.slice(0, end))
  } catch {
    return null
  }
}

/**
 * Returns the file for a path below the mount, `folder` for one without its final slash, null for a
 * missing file or one outside: `..`, an absolute path, a symbolic link that leads away.
 *
 * @param {string} folder
 * @param {string} path
 */
async function findFile(folder, path) {
  const root = await realpath(folder)
  const asked = resolve(root, `./${path}`)
  if (path.includes('\0') || !isInside(root, asked)) return null
  try {
    const real = await realpath(asked)
    if (!isInside(root, real)) return null
    if (!(await stat(real)).isDirectory()) return path.endsWith('/') ? null : real
    if (path !== '' && !path.endsWith('/')) return 'folder'
    const index = join(real, 'index.html')
    return (await stat(index)).isFile() ? index : null
  } catch {
    return null
  }
}

/**
 * @param {string} root
 * @param {string} path
 */
function isInside(root, path) {
  return path === root || path.startsWith(root + sep)
}

/**
 * Returns the page's own policy for a header: a worker takes its policy from the header of its
 * script, not from the page's meta element. Other documents, and the worker that fetches hosted
 * profiles, have policies of their own.
 *
 * @param {string} folder
 * @param {string} file
 */
async function readPolicy(folder, file) {
  const source = file.endsWith('.html') ? file : join(folder, 'index.html')
  const html = await readFile(source, 'utf8').catch(() => '')
  const policy = policyOf(html) ?? "default-src 'none'"
  return DOWNLOADS.test(file) ? downloadPolicyOf(policy) : policy
}

async function main() {
  const { values, positionals } = readArguments(
    'Usage: node scripts/serve.mjs [--port N] [--mount PATH]... [--open [--no-open]] [FOLDER]',
    {
      allowPositionals: true,
      options: {
        port: { type: 'string' },
        mount: { type: 'string', multiple: true },
        open: { type: 'boolean' },
        'no-open': { type: 'boolean' },
      },
    },
  )
  const server = createPageServer(resolve(ROOT, positionals[0] ?? 'dist/page'), {
    mounts: values.mount ?? ['/'],
  })
  const wanted = parsePort(values.port ?? process.env['PORT'])
  const port = await listen(server, wanted)
  if (!values.open) {
    console.log(`Serving on port ${port}`)
    return
  }
  if (port !== wanted && wanted !== 0) console.log(`Port ${wanted} is taken; using ${port} instead.`)
  console.log(`\n  gmonscope is at  ${addressOf(port)}\n\n  Ctrl-C ends it.`)
  if (hasDisplay() && !values['no-open']) openInBrowser(addressOf(port))
  // npm runs us through a shell that does not forward a `kill`: ending npm should end the server.
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && process.exit(0), 500).unref()
}

if (isProgram(import.meta.url)) await main()

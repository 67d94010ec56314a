import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPageServer, listen, parsePort } from './serve.mjs'

const folder = mkdtempSync(join(tmpdir(), 'serve-'))
const page = join(folder, 'page')
const policy = "default-src 'none'; script-src 'self'"
let server: Server
let port = 0

beforeAll(async () => {
  mkdirSync(join(page, 'assets'), { recursive: true })
  mkdirSync(join(page, 'sample'))
  writeFileSync(
    join(page, 'index.html'),
    `<meta http-equiv="Content-Security-Policy" content="\n  default-src 'none';\n  script-src 'self'\n">`,
  )
  writeFileSync(join(page, 'assets', 'a-1234.js'), 'a')
  writeFileSync(join(page, 'sample', 'gmon.out'), 'gmon')
  writeFileSync(join(page, '%2e'), 'percent')
  writeFileSync(join(folder, 'secret'), 'secret')
  symlinkSync(join(folder, 'secret'), join(page, 'link'))
  server = createPageServer(page, { mounts: ['/', '/some/sub/'] })
  port = await listen(server, 0)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends the path unchanged, `..` included, unlike fetch. */
function ask(path: string, method = 'GET', headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (text) => (body += text))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
    })
    asking.on('error', reject).end()
  })
}

it.each(['/', '/?v=1', '/index.html', '/some/sub/', '/some/sub/index.html'])(
  '%s is the page',
  async (path) => {
    const { status, headers, body } = await ask(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toBe(`${policy}; frame-ancestors 'none'`)
    expect(body).toContain('<meta')
  },
)

it('gives every file its type, and the policy too', async () => {
  const script = await ask('/assets/a-1234.js')
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(script.headers['content-security-policy']).toBe(`${policy}; frame-ancestors 'none'`)
  expect((await ask('/sample/gmon.out')).headers['content-type']).toBe('application/octet-stream')
})

it('lets only hashed names be kept without asking', async () => {
  expect((await ask('/some/sub/assets/a-1234.js')).headers['cache-control']).toContain('immutable')
  const first = await ask('/sample/gmon.out')
  expect(first.headers['cache-control']).toBe('no-cache')
  const again = await ask('/sample/gmon.out', 'GET', { 'If-None-Match': String(first.headers.etag) })
  expect([again.status, again.body]).toEqual([304, ''])
})

it.each([
  '/../secret',
  '/%2e%2e/secret',
  '/..%2fsecret',
  '/assets/../../secret',
  '/some/sub/../../../secret',
  '//secret',
  '/link',
  '/%00',
  '/%zz',
  '/missing',
  '/index.html/',
  '/assets/',
])('%s is not found', async (path) => {
  const { status, body } = await ask(path)
  expect([status, body]).toEqual([404, 'Not found\n'])
})

it('leads to the folder that was meant', async () => {
  writeFileSync(join(page, 'sample', 'index.html'), 'a list')
  const { status, headers } = await ask('/some/sub/sample')
  expect([status, headers.location]).toEqual([308, './sample/'])
  expect((await ask('/some/sub/sample/')).body).toBe('a list')
})

it('answers HEAD without a body, and nothing but GET and HEAD', async () => {
  const head = await ask('/sample/gmon.out', 'HEAD')
  expect([head.status, head.headers['content-length'], head.body]).toEqual([200, '4', ''])
  expect((await ask('/', 'POST')).status).toBe(405)
})

it('takes the next port when the wanted one is taken', async () => {
  const other = createPageServer(page)
  const got = await listen(other, port)
  expect(got).not.toBe(port)
  expect(got).toBeGreaterThan(0)
  other.close()
})

it('reads PORT', () => {
  expect(parsePort(undefined)).toBe(4173)
  expect(parsePort('')).toBe(4173)
  expect(parsePort('8080')).toBe(8080)
  for (const text of ['x', '-1', '1.5', '65536']) expect(() => parsePort(text)).toThrow('PORT')
})

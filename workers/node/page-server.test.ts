// The viewer's address: programs that know it get the page, others get nothing, and the command
// ends.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasDisplay, openInBrowser, servePage } from './page-server.ts'

interface Got {
  readonly status: number
  readonly text: string
  readonly headers: IncomingHttpHeaders
}

function get(
  address: string,
  options: { readonly host?: string; readonly method?: string } = {},
): Promise<Got> {
  const { hostname, port, pathname, host } = new URL(address)
  return new Promise((resolve, reject) => {
    const headers = { Host: options.host ?? host }
    const asked = request(
      { hostname, port, path: pathname, method: options.method ?? 'GET', headers },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (piece: string) => (text += piece))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

describe('a page on loopback', () => {
  afterEach(() => void vi.useRealTimers())

  it('is handed out at its address, and then the server may end', async () => {
    const server = await servePage(['<p>', 'é</p>'], 'a b.html', 0, false)
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/a%20b\.html$/)
    expect(await get(server.address)).toMatchObject({ status: 200, text: '<p>é</p>' })
    await server.fetched
    server.end()
    await expect(get(server.address)).rejects.toThrow()
  })

  it('is not for who cannot know it, nor for another site’s page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    /** Resolves after all timers have fired. */
    const later = async (): Promise<void> => {
      vi.runAllTimers()
      await Promise.resolve()
    }
    const server = await servePage(['secret'], 'x.html', 0, false)
    let isFetched = false
    void server.fetched.then(() => (isFetched = true))
    const { origin } = new URL(server.address)
    expect(await get(`${origin}/x.html`)).toMatchObject({ status: 404, text: '' })
    expect(await get(server.address, { host: 'evil.example' })).toMatchObject({ status: 403 })
    expect(await get(server.address, { method: 'POST' })).toMatchObject({ status: 405, text: '' })
    expect(await get(server.address, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' })
    await later()
    expect(isFetched).toBe(false)
    expect(await get(server.address)).toMatchObject({ status: 200, text: 'secret' })
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    await later()
    expect(isFetched).toBe(true)
    server.end()
  })

  it('learns its address when a forwarded port asks for it', async () => {
    const server = await servePage(['secret'], 'x.html', 0, false)
    const { port } = new URL(server.address)
    const { status, text } = await get(server.address, { host: 'localhost:9' })
    expect(status).toBe(403)
    expect(text).toContain(`use the same port on both sides: ssh -L ${port}:127.0.0.1:${port} HOST`)
    server.end()
  })

  it('leaves no copy in the browser’s cache, unless it can be fetched again', async () => {
    for (const [stays, caching] of [
      [false, 'no-store'],
      [true, 'private, max-age=86400'],
    ] as const) {
      const server = await servePage(['x'], 'x.html', 0, stays)
      expect((await get(server.address)).headers['cache-control']).toBe(caching)
      server.end()
    }
  })

  it('is still there after a browser broke off', async () => {
    // Less than the system buffers: the server has written all of it by then.
    const page = 'x'.repeat(200_000)
    const server = await servePage([page], 'x.html', 0, false)
    const { port, pathname } = new URL(server.address)
    let isFetched = false
    void server.fetched.then(() => (isFetched = true))
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () =>
        socket.write(`GET ${pathname} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
      )
      socket.once('data', () => socket.destroy()).once('close', () => resolve())
    })
    await new Promise((resolve) => setTimeout(resolve, 1200))
    expect(isFetched).toBe(false)
    expect((await get(server.address)).text).toBe(page)
    await server.fetched
    server.end()
  })

  it('has a door that leads there for the same user alone', async () => {
    const server = await servePage(['secret'], 'x.html', 0, false)
    expect(server.door).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}$/)
    const own = await get(server.door)
    expect(own).toMatchObject({ status: 302, text: '' })
    expect(own.headers.location).toBe(new URL(server.address).pathname)
    // The requesting process belongs to another user than the server.
    const user = process.getuid?.() ?? 0
    const asOther = vi.spyOn(process, 'getuid').mockReturnValue(user + 1)
    const { status, headers, text } = await get(server.door)
    asOther.mockRestore()
    expect(status).toBe(403)
    expect(headers.location).toBeUndefined()
    expect(text).toContain('Only the user who started gmonscope')
    server.end()
  })

  it('a port in use is reported', async () => {
    const server = await servePage(['x'], 'x.html', 0, false)
    const port = Number(new URL(server.address).port)
    await expect(servePage(['x'], 'x.html', port, false)).rejects.toThrow(
      `port ${port} cannot be used: another program uses it`,
    )
    server.end()
  })
})

describe('a browser', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('that cannot be started is reported, once', async () => {
    vi.stubEnv('PATH', '/nowhere')
    const failures: string[] = []
    await new Promise<void>((resolve) => {
      openInBrowser({ address: 'http://127.0.0.1/', door: 'http://127.0.0.1/' }, () => {
        failures.push('failed')
        resolve()
      })
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(failures).toEqual(['failed'])
  })

  it.each([
    ['linux', 'xdg-open', 'http://127.0.0.1:1/door', ''],
    ['darwin', 'osascript', '', 'open location "http://127.0.0.1:1/key/x.html"'],
  ] as const)('on %s gets the address in no argument', async (platform, program, words, input) => {
    const folder = mkdtempSync(join(tmpdir(), 'gmonscope-opener-'))
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`)
    vi.stubEnv('WSL_DISTRO_NAME', '')
    const opener = join(folder, program)
    writeFileSync(
      opener,
      `#!/bin/sh\ncat > '${folder}/input'\necho "$@" > '${folder}/part'\nmv '${folder}/part' '${folder}/words'\n`,
    )
    chmodSync(opener, 0o755)
    const failed = vi.fn()
    openInBrowser(
      { address: 'http://127.0.0.1:1/key/x.html', door: 'http://127.0.0.1:1/door' },
      failed,
      platform,
    )
    const got = await vi.waitFor(() => readFileSync(join(folder, 'words'), 'utf8'), 5000)
    expect(got.trim()).toBe(words)
    expect(readFileSync(join(folder, 'input'), 'utf8').trim()).toBe(input)
    expect(failed).not.toHaveBeenCalled()
    rmSync(folder, { recursive: true })
  })
})

describe('a display', () => {
  it.each([
    [true, 'linux', { DISPLAY: ':0' }],
    [true, 'linux', { WSL_DISTRO_NAME: 'Debian' }],
    [true, 'darwin', {}],
    [false, 'linux', {}],
    [false, 'linux', { DISPLAY: ':0', CI: 'true' }],
    [false, 'darwin', { SSH_CONNECTION: 'x' }],
    [false, 'win32', { BROWSER: 'none' }],
  ] as const)('%s: on %s with %o', (expected, platform, env) => {
    expect(hasDisplay(env, platform)).toBe(expected)
  })
})

// e2e/command-line.spec.ts tests the command itself with the built page.

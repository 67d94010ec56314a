// The viewer's address: whoever has it gets the page once or more, nobody else gets anything, and the command ends.
import { request } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { hasDisplay, openInBrowser } from './browser.ts'
import { servePage } from './page-server.ts'

interface Got {
  readonly status: number
  readonly text: string
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
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

describe('a page on loopback', () => {
  afterEach(() => void vi.useRealTimers())

  it('is handed out at its address, and then the server may end', async () => {
    const server = await servePage(['<p>', 'é</p>'], 'a b.html', 0)
    expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/a%20b\.html$/)
    expect(await get(server.address)).toEqual({ status: 200, text: '<p>é</p>' })
    await server.fetched
    server.end()
    await expect(get(server.address)).rejects.toThrow()
  })

  it('is not for who cannot know it, nor for another site’s page', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    /** When all that waits for a time has had it. */
    const later = async (): Promise<void> => {
      vi.runAllTimers()
      await Promise.resolve()
    }
    const server = await servePage(['secret'], 'x.html', 0)
    let isFetched = false
    void server.fetched.then(() => (isFetched = true))
    const { origin } = new URL(server.address)
    expect(await get(`${origin}/x.html`)).toEqual({ status: 404, text: '' })
    expect(await get(server.address, { host: 'evil.example' })).toEqual({ status: 403, text: '' })
    expect(await get(server.address, { method: 'POST' })).toEqual({ status: 405, text: '' })
    expect(await get(server.address, { method: 'HEAD' })).toEqual({ status: 200, text: '' })
    await later()
    expect(isFetched).toBe(false)
    expect(await get(server.address)).toEqual({ status: 200, text: 'secret' })
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1))
    await later()
    expect(isFetched).toBe(true)
    server.end()
  })

  it('a port that is taken is told', async () => {
    const server = await servePage(['x'], 'x.html', 0)
    const port = Number(new URL(server.address).port)
    await expect(servePage(['x'], 'x.html', port)).rejects.toThrow(
      `port ${port} cannot be used: another program uses it`,
    )
    server.end()
  })
})

describe('a browser', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('that cannot be started is told, once', async () => {
    vi.stubEnv('PATH', '/nowhere')
    const failures: string[] = []
    await new Promise<void>((resolve) => {
      openInBrowser('http://127.0.0.1/', () => {
        failures.push('failed')
        resolve()
      })
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(failures).toEqual(['failed'])
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

// The command itself, with the built page: e2e/command-line.spec.ts.

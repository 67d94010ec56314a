// WebKitGTK's own small browser, driven by WebKitWebDriver; on a virtual display if there is none.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asCallback } from './engine.mjs'
import { endOf, findProgram, freePort, until } from './processes.mjs'

/**
 * WebKitGTK as an engine for the checks.
 *
 * @type {import('./engine.mjs').EngineKind}
 */
export const webkit = {
  name: 'WebKit',
  packages: ['webkit2gtk-driver', 'xvfb'],
  find: () => {
    const driver = findProgram('WEBKIT_DRIVER_PATH', ['/usr/bin/WebKitWebDriver'])
    return findMiniBrowser() === null || findProgram('XVFB_PATH', ['/usr/bin/Xvfb']) === null ? null : driver
  },
  start,
}

/**
 * Returns the path of the browser, which is part of the library, in a folder named after machine
 * and version.
 */
function findMiniBrowser() {
  for (const above of ['/usr/lib', '/usr/libexec']) {
    for (const machine of existsSync(above) ? ['.', ...readdirSync(above)] : []) {
      for (const version of ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0']) {
        const place = join(above, machine, version, 'MiniBrowser')
        if (existsSync(place)) return place
      }
    }
  }
  return null
}

/**
 * @param {string} program
 * @param {string} folder
 * @returns {Promise<import('./engine.mjs').Engine>}
 */
async function start(program, folder) {
  const home = join(folder, 'home')
  const downloads = join(folder, 'downloads')
  mkdirSync(join(home, '.config'), { recursive: true })
  mkdirSync(downloads)
  writeFileSync(join(home, '.config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`)
  const display = await startDisplay()
  const port = await freePort()
  const child = spawn(program, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      HOME: home,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_RUNTIME_DIR: folder,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  })
  const ended = endOf(child)
  const close = async () => {
    child.kill()
    await ended.catch(() => {})
    await display.close()
  }
  try {
    const address = `http://127.0.0.1:${port}`
    await until('WebKitWebDriver to listen', ended, async () => (await fetch(`${address}/status`)).ok)
    const capabilities = {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
        timeouts: { script: 60_000, pageLoad: 60_000 },
      },
    }
    const session = await ask(`${address}/session`, { capabilities })
    const base = `${address}/session/${session.sessionId}`
    return {
      name: `WebKit ${session.capabilities.browserVersion}`,
      downloads,
      goto: (url) => ask(`${base}/url`, { url }),
      run: (script, ...values) => ask(`${base}/execute/async`, { script: asCallback(script), args: values }),
      async close() {
        await fetch(base, { method: 'DELETE' }).catch(() => {})
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * @param {string} url
 * @param {object} body
 * @returns {Promise<any>}
 */
async function ask(url, body) {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  const { value } = /** @type {{ value: any }} */ (await response.json())
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** Starts an X server that draws into memory, with the first free display number. */
async function startDisplay() {
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const ended = endOf(child)
  let output = ''
  child.stdio[3]?.on('data', (bytes) => (output += bytes))
  const close = async () => {
    child.kill()
    await ended.catch(() => {})
  }
  try {
    await until('Xvfb to tell its number', ended, () => output.endsWith('\n'))
    return { name: `:${output.trim()}`, close }
  } catch (error) {
    await close()
    throw error
  }
}

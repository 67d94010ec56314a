// Firefox, driven over Marionette, its own protocol: JSON over a socket, without a driver program.
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { asCallback } from './engine.mjs'
import { endOf, findProgram, until } from './processes.mjs'

const PLACES = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
]

/**
 * Firefox as an engine for the checks.
 *
 * @type {import('./engine.mjs').EngineKind}
 */
export const firefox = {
  name: 'Firefox',
  packages: ['firefox-esr'],
  find: () => findProgram('FIREFOX_PATH', PLACES),
  start,
}

/**
 * @param {string} program
 * @param {string} folder
 * @returns {Promise<import('./engine.mjs').Engine>}
 */
async function start(program, folder) {
  const profile = join(folder, 'firefox')
  const downloads = join(folder, 'downloads')
  mkdirSync(profile)
  mkdirSync(downloads)
  const preferences = {
    // Any free port, which Firefox writes to a file.
    'marionette.port': 0,
    'browser.download.folderList': 2,
    'browser.download.dir': downloads,
    'browser.download.useDownloadDir': true,
    'browser.download.always_ask_before_handling_new_types': false,
    'browser.shell.checkDefaultBrowser': false,
    'app.update.enabled': false,
    'datareporting.policy.dataSubmissionEnabled': false,
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
  }
  const lines = Object.entries(preferences).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank']
  const child = spawn(program, args, { stdio: 'ignore', env: { ...process.env, HOME: folder } })
  const ended = endOf(child)
  try {
    const port = await until('Firefox to listen', ended, () =>
      Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8')),
    )
    const send = await connectTo(port)
    const { capabilities } = await send('WebDriver:NewSession', {})
    await send('WebDriver:SetTimeouts', { script: 60_000, pageLoad: 60_000 })
    return {
      name: `Firefox ${capabilities.browserVersion}`,
      downloads,
      goto: (url) => send('WebDriver:Navigate', { url }),
      run: async (script, ...values) =>
        (
          await send('WebDriver:ExecuteAsyncScript', {
            script: asCallback(script),
            args: values,
            sandbox: null,
          })
        ).value,
      async close() {
        child.kill()
        await ended.catch(() => {})
      },
    }
  } catch (error) {
    child.kill()
    throw error
  }
}

/**
 * A message is its length in bytes, a colon, and JSON: [0, id, command, parameters] to Firefox, [1,
 * id, error, result] back.
 *
 * @param {number} port
 * @returns {Promise<(command: string, parameters: object) => Promise<any>>}
 */
function connectTo(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    /** @type {Map<number, { settle: (value: any) => void, refuse: (error: Error) => void }>} */
    const waiting = new Map()
    let last = 0
    let read = Buffer.alloc(0)
    /** @param {any} message */
    const take = (message) => {
      if (!Array.isArray(message)) {
        resolve(
          (command, parameters) =>
            new Promise((settle, refuse) => {
              waiting.set(++last, { settle, refuse })
              const text = JSON.stringify([0, last, command, parameters])
              socket.write(`${Buffer.byteLength(text)}:${text}`)
            }),
        )
        return
      }
      const [, id, error, result] = message
      const one = waiting.get(id)
      waiting.delete(id)
      if (error) one?.refuse(new Error(`${error.error}: ${error.message}`))
      else one?.settle(result)
    }
    socket.on('data', (bytes) => {
      read = Buffer.concat([read, bytes])
      for (;;) {
        const colon = read.indexOf(':')
        const end = colon + 1 + Number(read.subarray(0, Math.max(colon, 0)).toString())
        if (colon < 0 || read.length < end) return
        const text = read.subarray(colon + 1, end).toString()
        read = read.subarray(end)
        take(JSON.parse(text))
      }
    })
    const fail = () => {
      const error = new Error('Firefox has closed the connection')
      reject(error)
      for (const { refuse } of waiting.values()) refuse(error)
    }
    socket.on('error', fail)
    socket.on('close', fail)
  })
}

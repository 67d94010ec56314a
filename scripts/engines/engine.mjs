// What the checks ask of a browser, whichever it is.

/**
 * @typedef {object} Engine
 * @property {string} name with its version
 * @property {string} downloads folder
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(script: string, ...args: unknown[]) => Promise<any>} run an async function's body in the page; its arguments are `args`.
 *   Answers `{ value }` or `{ error }`
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} EngineKind
 * @property {string} name
 * @property {readonly string[]} packages Debian's
 * @property {() => string | null} find the program to start, or null
 * @property {(program: string, folder: string) => Promise<Engine>} start `folder`: empty, for whatever it writes
 */

/** @param {string} script an async function's body */
export function asCallback(script) {
  return `const given = [...arguments], settle = given.pop();
    (async (...args) => { ${script} })(...given).then(
      (value) => settle({ value: value ?? null }), (error) => settle({ error: String(error) }))`
}

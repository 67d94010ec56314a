// The interface of a browser in the engine checks.

/**
 * @typedef {object} Engine
 * @property {string} name with its version
 * @property {string} downloads folder
 * @property {(url: string) => Promise<unknown>} goto
 * @property {(script: string, ...args: unknown[]) => Promise<any>} run runs an async function's body in the page;
 *   its arguments are `args`. Returns `{ value }` or `{ error }`
 * @property {() => Promise<void>} close
 */

/**
 * @typedef {object} EngineKind
 * @property {string} name
 * @property {readonly string[]} packages Debian's
 * @property {() => string | null} find returns the program to start, or null
 * @property {(program: string, folder: string) => Promise<Engine>} start `folder`: empty, for its files
 */

/**
 * Wraps an async function's body as a WebDriver callback script.
 *
 * @param {string} script
 */
export function asCallback(script) {
  return `const given = [...arguments], settle = given.pop();
    (async (...args) => { ${script} })(...given).then(
      (value) => settle({ value: value ?? null }), (error) => settle({ error: String(error) }))`
}

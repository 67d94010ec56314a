// Checks one HTML file, a saved profile and a link in Firefox and WebKit: saved and opened there,
// they show the same state and numbers. Playwright's tests do the same in Chromium. Alone: node
// scripts/engines/main.mjs [Firefox|WebKit] ...
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApt, installPackages } from '../apt.mjs'
import { ROOT, isProgram, reasonOf } from '../child.mjs'
import { NO_COUNTS, add, formatCounts, report } from '../counts.mjs'
import { createPageServer, listen } from '../serve.mjs'
import { firefox } from './firefox.mjs'
import { CHECKS, prepare } from './round-trip.mjs'
import { webkit } from './webkit.mjs'

const KINDS = [firefox, webkit]

/**
 * Runs the checks in each engine.
 *
 * @param {readonly string[]} names of engines; all if empty
 * @returns {Promise<import('../counts.mjs').Counts>} checks; those of a missing engine count as skipped
 */
async function checkEngines(names) {
  let counts = NO_COUNTS
  for (const kind of KINDS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const program = kind.find() ?? (await install(kind))
    if (program === null) {
      console.log(`NOT CHECKED in ${kind.name}, which is not here: ${CHECKS.length} checks of round trips.`)
      console.log(`  On Debian: apt-get install ${kind.packages.join(' ')}`)
      counts = add(counts, { ...NO_COUNTS, skipped: CHECKS.length })
    } else {
      counts = add(counts, await checkIn(kind, program))
    }
  }
  return counts
}

/** @param {import('./engine.mjs').EngineKind} kind */
async function install(kind) {
  const apt = findApt()
  if (apt === null) return null
  console.log(`Installing ${kind.packages.join(', ')} ...`)
  await installPackages(apt, kind.packages)
  return kind.find()
}

/**
 * @param {import('./engine.mjs').EngineKind} kind
 * @param {string} program
 */
async function checkIn(kind, program) {
  const folder = mkdtempSync(join(tmpdir(), `gmonscope-${kind.name.toLowerCase()}-`))
  const server = createPageServer(join(ROOT, 'dist', 'page'))
  const port = await listen(server, 0)
  let counts = NO_COUNTS
  /** @type {import('./engine.mjs').Engine | null} */
  let engine = null
  try {
    engine = await kind.start(program, folder)
    console.log(engine.name)
    const given = prepare(engine, port, folder)
    for (const check of CHECKS) {
      const began = performance.now()
      try {
        await check.run(given)
        counts = add(counts, { ...NO_COUNTS, passed: 1 })
        console.log(`  ok      ${check.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
      } catch (error) {
        counts = add(counts, { ...NO_COUNTS, failed: 1 })
        console.log(`  FAILED  ${check.name}\n          ${reasonOf(error)}`)
      }
    }
  } catch (error) {
    counts = add(counts, { ...NO_COUNTS, failed: 1 })
    console.log(`${kind.name} could not be driven: ${reasonOf(error)}`)
  } finally {
    await engine?.close()
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true, force: true })
  }
  return counts
}

if (isProgram(import.meta.url)) {
  const counts = await checkEngines(process.argv.slice(2))
  console.log(formatCounts(counts))
  report(counts)
  process.exitCode = counts.failed > 0 ? 1 : 0
}

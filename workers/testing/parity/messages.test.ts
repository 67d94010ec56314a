// Every message gprof has for what goes wrong with files and options, provoked: the machine's own gprof says it, and so do we.
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeHost, openFile } from '../../node/gprof/host.ts'
import { runGprof as runOurGprof } from '../../node/gprof/command.ts'
import { forced } from '../gprof/forced-gprof.ts'
import { requireTools, runGprof, runTool, type Outcome } from '../gprof/live-gprof.ts'
import { ERRORS, FILES, oldBsd, STALE, WARNINGS, type MessageCase } from './message-cases.ts'
import { bsd, type Content } from '../builders/small-program.ts'
import { collectText } from '../gprof/written-text.ts'

let folder = ''
beforeAll(async () => {
  await requireTools(['gprof', 'gcc', 'g++'])
  folder = await mkdtemp(join(tmpdir(), 'gmonscope-messages-'))
})
afterAll(() => rm(folder, { recursive: true }))

let cases = 0
async function lay(files: Readonly<Record<string, Content>> = {}): Promise<string> {
  const place = join(folder, String(cases++))
  await mkdir(place)
  for (const [name, content] of Object.entries({ ...FILES, ...files })) {
    const path = join(place, name)
    if (content === 'directory') await mkdir(path)
    else if ('pipe' in content) {
      await writeFile(`${path}.bytes`, content.pipe)
      await runTool('mkfifo', [path])
    } else await writeFile(path, content)
  }
  return place
}

/** Writes the bytes of each pipe to its reader. */
function feedPipes(place: string, files: Readonly<Record<string, Content>> = {}): void {
  for (const [name, content] of Object.entries(files)) {
    if (typeof content !== 'object' || !('pipe' in content)) continue
    spawn('sh', ['-c', 'cat "$0.bytes" > "$0"', join(place, name)], { stdio: 'ignore' })
  }
}

async function runOurs(line: readonly string[], place: string): Promise<Outcome> {
  const listing = collectText()
  let stderr = ''
  const pathOf = (name: string): Buffer => Buffer.from(join(place, name), 'latin1')
  const status = await runOurGprof(line, {
    ...nodeHost({ stdout: listing.out, stderr: (part) => void (stderr += part) }),
    open: (name) => openFile(name, pathOf(name)),
  })
  return { status, stdout: listing.text(), stderr }
}

async function runBoth(
  line: string,
  files: Readonly<Record<string, Content>> | undefined,
): Promise<{ theirs: Outcome; ours: Outcome }> {
  const place = await lay(files)
  const args = ['-b', ...line.split(' ')]
  feedPipes(place, files)
  const theirs = await runGprof(args, { folder: place })
  feedPipes(place, files)
  return { theirs, ours: await runOurs(args, place) }
}

describe('what ends the run', () => {
  test.each<MessageCase>(ERRORS)('%j: gprof %s', async (message, line, files) => {
    const { theirs, ours } = await runBoth(line, files)
    expect(theirs).toEqual({ status: 1, stdout: '', stderr: message })
    expect(ours).toEqual(theirs)
  })
})

describe('what is only said', () => {
  test.each<MessageCase>(WARNINGS)('%j: gprof %s', async (message, line, files) => {
    const { theirs, ours } = await runBoth(line, files)
    expect(theirs).toMatchObject({ status: 0, stderr: message })
    expect(theirs.stdout).toContain('Flat profile:')
    expect(ours).toEqual(theirs)
  })
})

describe('what is said with a stale error number', () => {
  test.each<MessageCase>(STALE)('%j: gprof %s', async (message, line, files) => {
    const { theirs, ours } = await runBoth(line, files)
    expect(theirs).toMatchObject({ status: 1, stdout: '' })
    expect(theirs.stderr).toMatch(/^x: [A-Z][a-z ]+\n$/)
    expect(ours).toEqual({ status: 1, stdout: '', stderr: message })
  })
})

describe('what this machine does not make gprof say', () => {
  test('a BSD header too small for itself is refused, with 16 GiB taken and cleared for it before', async () => {
    const place = await lay({ x: bsd({ sizeField: 0 }) })
    const args = ['-b', 'program', 'x']
    const scarce = await runTool('sh', ['-c', 'ulimit -v 4194304; exec gprof "$@"', 'gprof', ...args], {
      folder: place,
    })
    expect(scarce.stderr).toMatch(/^\ngprof: out of memory allocating \d+ bytes/)
    const theirs = await runGprof(args, { folder: place, environment: await forced('memory', place) })
    const message = "gprof: file 'x' does not appear to be in gmon.out format\n"
    expect(theirs).toEqual({ status: 1, stdout: '', stderr: message })
    expect(await runOurs(args, place)).toEqual(theirs)
  })

  test('that no rate is known: the clock ticks of a second always are', async () => {
    const place = await lay({ x: oldBsd })
    const args = ['-b', '-p', 'program', 'x']
    const without = await runGprof(args, { folder: place, environment: await forced('clockless', place) })
    expect(without).toMatchObject({ status: 0, stderr: 'time is in ticks, not seconds\n' })
    expect(without.stdout).toContain('Each sample counts as 1 seconds.')
    const theirs = await runGprof(args, { folder: place })
    expect(theirs).toMatchObject({ status: 0, stderr: '' })
    expect(await runOurs(args, place)).toEqual(theirs)
  })

  test('that addresses have an unexpected size: no library says so, and our programs have 32 or 64 bits', async () => {
    const place = await lay()
    const args = ['-b', 'program', 'gmon.out']
    const theirs = await runGprof(args, { folder: place, environment: await forced('narrow', place) })
    const message = 'gprof: address size has unexpected value of 16\n'
    expect(theirs).toEqual({ status: 1, stdout: '', stderr: message })
  })
})

test('where its two passes over the lines disagree gprof gives up, and we print the listing', async () => {
  const place = await lay()
  const source = fileURLToPath(new URL('../programs/exceptions.cc', import.meta.url))
  const built = await runTool('g++', ['-g', '-pg', '-O2', '-o', 'lines', source], { folder: place })
  expect(built.stderr).toBe('')
  await runTool(join(place, 'lines'), [], { folder: place })
  const args = ['-b', '-l', '-p', 'lines', 'gmon.out']
  const theirs = await runGprof(args, { folder: place })
  expect(theirs).toMatchObject({ status: 1, stdout: '' })
  expect(theirs.stderr).toMatch(/^gprof: somebody miscounted: ltab.len=\d+ instead of \d+\n$/)
  const ours = await runOurs(args, place)
  expect(ours).toMatchObject({ status: 0, stderr: '' })
  expect(ours.stdout).toContain('exceptions.cc:')
})

test('a source that is nowhere is named, and the rest goes on', async () => {
  const place = await lay()
  const source = join(place, 'gone.c')
  await writeFile(source, 'int main(void) { return 0; }\n')
  await runTool('gcc', ['-g', '-pg', '-o', 'lines', source], { folder: place })
  await runTool(join(place, 'lines'), [], { folder: place })
  await rm(source)
  const args = ['-b', '-A', '-z', 'lines', 'gmon.out']
  const theirs = await runGprof(args, { folder: place })
  expect(theirs).toEqual({ status: 0, stdout: '', stderr: `gprof: could not locate \`${source}'\n` })
  expect(await runOurs(args, place)).toEqual(theirs)
})

// `npm run fuzz`: every reader on inputs that the fuzzer learns to make. `--seconds N` for all
// readers together (60), `--executions N` for each one instead, which repeats exactly; `--seed N`;
// `--reader TEXT` only those with this text in their name; `--keep` writes what it learned to
// workers/testing/fuzz/corpus; `--table` prints the rows of docs/fuzzing.md; `--replay FILE` reads one
// input again. Inputs that show a fault are written to a folder of temporary files.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { EdgesOfFile } from '../build/count-edges.ts'
import {
  joinParts,
  learn,
  splitParts,
  type FuzzReader,
  type Learned,
} from '../../workers/testing/fuzz/learn.ts'
import type { Parts } from '../../workers/testing/fuzz/mutate.ts'
import { READERS } from '../../workers/testing/fuzz/readers.ts'
import { LINK_READERS } from './links.ts'

const ALL: readonly FuzzReader[] = [...READERS, ...LINK_READERS]
const CORPUS = 'workers/testing/fuzz/corpus'
/** Bytes of the corpus that one reader may keep, compressed. */
const MOST_KEPT = 15_000
/** Without a new input for so long, an input counts as endless. */
const ENDLESS_MS = 120_000
/** Room for the input that is being read, with its length in front. */
const SHARED = 1 << 20

const textAfter = (option: string): string | undefined => {
  const found = process.argv.indexOf(option)
  return found < 0 ? undefined : process.argv[found + 1]
}
const has = (option: string): boolean => process.argv.includes(option)
const slug = (name: string): string => name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()
const corpusFile = ({ name }: FuzzReader): string => join(CORPUS, `${slug(name)}.gz`)

const chosen = ALL.filter(({ name }) => name.includes(textAfter('--reader') ?? ''))
const seed = Number(textAfter('--seed') ?? 1)

interface Row {
  readonly name: string
  readonly executions: number
  readonly opened: number
  readonly edges: number
  readonly own: number
  readonly ownOf: number
  readonly kept: number
  readonly seconds: number
  readonly findings: readonly { readonly error: string; readonly path: string }[]
}

/** Runs the readers in a thread, and notices if one does not come back from an input. */
async function watch(): Promise<void> {
  if (chosen.length === 0) throw new Error(`Readers are ${ALL.map(({ name }) => name).join(', ')}.`)
  const shared = new SharedArrayBuffer(SHARED)
  const turn = new Int32Array(shared, 0, 1)
  const worker = new Worker(fileURLToPath(import.meta.url), {
    argv: process.argv.slice(2),
    workerData: shared,
  })
  let before = -1
  const timer = setInterval(() => {
    const now = turn[0] ?? 0
    if (now !== before) {
      before = now
      return
    }
    const length = new Int32Array(shared, 4, 1)[0] ?? 0
    const path = writeFinding('endless', Uint8Array.from(new Uint8Array(shared, 8, length)))
    console.log(`An input without an end: ${path}`)
    process.exit(1)
  }, ENDLESS_MS)
  const rows: Row[] = []
  worker.on('message', (row: Row) => {
    rows.push(row)
    print(row)
  })
  const code = await new Promise<number>((resolve) => {
    worker.once('error', (error) => {
      console.error(error)
      resolve(1)
    })
    worker.once('exit', resolve)
  })
  clearInterval(timer)
  const found = rows.reduce((sum, { findings }) => sum + findings.length, 0)
  const executions = rows.reduce((sum, row) => sum + row.executions, 0)
  console.log(`\n${executions.toLocaleString('en')} executions, seed ${seed}: ${found} faults`)
  process.exitCode = code !== 0 || found > 0 ? 1 : 0
}

function print({ name, executions, opened, edges, own, ownOf, kept, seconds, findings }: Row): void {
  const part = `${Math.round((100 * opened) / Math.max(1, executions))} %`
  const cells = [
    executions.toLocaleString('en'),
    part,
    edges.toLocaleString('en'),
    `${own.toLocaleString('en')} of ${ownOf.toLocaleString('en')}`,
    `${kept}`,
    `${seconds.toFixed(0)} s`,
    `${findings.length}`,
  ]
  if (has('--table')) console.log(`| ${[name, ...cells].join(' | ')} |`)
  else
    console.log(
      `${name.padEnd(20)} ${cells[0]} executions, ${part} opened, ${cells[2]} edges, ${cells[3]} of its own, ${kept} kept, ${cells[5]}`,
    )
  for (const { error, path } of findings) console.log(`\nFault: ${path}\n${error.slice(0, 1500)}`)
}

async function work(shared: SharedArrayBuffer): Promise<void> {
  const files = JSON.parse(
    readFileSync(join(dirname(fileURLToPath(import.meta.url)), 'edges.json'), 'utf8'),
  ) as readonly EdgesOfFile[]
  // Made by the first file that counts.
  const { fuzzEdges = new Uint32Array() } = globalThis as { fuzzEdges?: Uint32Array }
  const counters = fuzzEdges.subarray(
    0,
    files.reduce((sum, { count }) => sum + count, 0),
  )
  const turn = new Int32Array(shared, 0, 2)
  const onInput = (parts: Parts): void => {
    turn[0] = (turn[0] ?? 0) + 1
    const bytes = joinParts(parts)
    if (bytes.length > SHARED - 8) return
    turn[1] = bytes.length
    new Uint8Array(shared, 8).set(bytes)
  }
  const replayed = textAfter('--replay')
  if (replayed !== undefined) {
    const [reader] = chosen
    console.log(await reader?.read(splitParts(readFileSync(replayed))))
    return
  }
  const each = (1000 * Number(textAfter('--seconds') ?? 60)) / chosen.length
  const most = Number(textAfter('--executions') ?? 0)
  for (const [nth, reader] of chosen.entries()) {
    const began = performance.now()
    const corpus = existsSync(corpusFile(reader)) ? readCorpus(corpusFile(reader)) : []
    const isDone = (executions: number): boolean =>
      most > 0 ? executions >= most : performance.now() - began >= each
    const learned = await learn(reader, { seed: seed + nth, isDone, onInput, counters, corpus })
    const own = files.filter(({ path }) => reader.code.some((start) => path.startsWith(start)))
    const takenIn = ({ first, count }: EdgesOfFile): number =>
      learned.taken.subarray(first, first + count).reduce((sum, bit) => sum + bit, 0)
    const row: Row = {
      name: reader.name,
      executions: learned.executions,
      opened: learned.opened,
      edges: learned.taken.reduce((sum, bit) => sum + bit, 0),
      own: own.reduce((sum, file) => sum + takenIn(file), 0),
      ownOf: own.reduce((sum, { count }) => sum + count, 0),
      kept: learned.corpus.length,
      seconds: (performance.now() - began) / 1000,
      findings: learned.findings.map(({ parts, error }) => ({
        error,
        path: writeFinding(slug(reader.name), joinParts(parts)),
      })),
    }
    parentPort?.postMessage(row, [])
    if (has('--keep')) keep(reader, learned)
  }
}

const readCorpus = (path: string): readonly Parts[] =>
  splitParts(gunzipSync(readFileSync(path))).map((bytes) => splitParts(bytes))

/** Writes the smallest inputs of the corpus, as many as have room. */
function keep(reader: FuzzReader, { corpus, findings }: Learned): void {
  mkdirSync(CORPUS, { recursive: true })
  const faulty = new Set(findings.map(({ parts }) => parts))
  let joined = corpus.filter((parts) => !faulty.has(parts)).map(joinParts)
  joined.sort((one, other) => one.length - other.length)
  let packed = gzipSync(joinParts(joined), { level: 9 })
  while (packed.length > MOST_KEPT && joined.length > 0) {
    joined = joined.slice(0, Math.floor(joined.length * 0.9))
    packed = gzipSync(joinParts(joined), { level: 9 })
  }
  writeFileSync(corpusFile(reader), packed)
}

let folder: string | null = null

function writeFinding(name: string, bytes: Uint8Array): string {
  folder ??= mkdtempSync(join(tmpdir(), 'gmonscope-fuzz-'))
  const path = join(folder, `${name}-${Date.now()}-${Math.floor(performance.now())}`)
  writeFileSync(path, bytes)
  return path
}

if (isMainThread) await watch()
else await work(workerData as SharedArrayBuffer)

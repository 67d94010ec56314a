// Inputs that the fuzzer has kept are read without a fault, and what it begins with opens. More: npm
// run fuzz.
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { effort } from '../effort.ts'
import { randomFrom } from '../random/random.ts'
import { joinParts, learn, splitParts } from './learn.ts'
import { mutateSaved, READERS, savedOfParts, savedSeeds, openAndCheck } from './readers.ts'

const corpusOf = (name: string): URL =>
  new URL(`corpus/${name.replaceAll(/[^A-Za-z0-9]+/g, '-').toLowerCase()}.gz`, import.meta.url)

test.each(READERS)('$name', async (reader) => {
  for (const parts of await reader.seeds()) expect(await reader.read(parts)).toBe(true)
  const file = corpusOf(reader.name)
  if (!existsSync(file)) return
  const kept = splitParts(gunzipSync(readFileSync(file)))
  for (const bytes of kept.filter((_, at) => at % effort(1, 4) === 0)) await reader.read(splitParts(bytes))
})

test('most saved profiles open after a change, since lengths and compression are mended', async () => {
  const random = randomFrom(1)
  const seeds = await savedSeeds()
  const rounds = effort(1000)
  let opened = 0
  for (let round = 0; round < rounds; round++) {
    const parts = mutateSaved(random, random.pick(seeds))
    if ((await openAndCheck({ 'x.gmonscope': savedOfParts(parts) })) !== null) opened++
  }
  expect(opened).toBeGreaterThan(rounds / 2)
})

test('parts are joined and split', () => {
  const parts = [Uint8Array.of(1, 2), new Uint8Array(), Uint8Array.of(3)]
  expect(splitParts(joinParts(parts))).toEqual(parts)
})

test('an input that takes a new branch is kept, and one that throws is a finding', async () => {
  const counters = new Uint32Array(3)
  const learned = await learn(
    {
      name: 'made',
      code: [],
      words: ['key'],
      seeds: () => [[Uint8Array.of(0, 0, 0, 0)]],
      read([bytes]) {
        counters[0]++
        const text = Buffer.from(bytes).toString('latin1')
        if (text.includes('k')) counters[1]++
        if (!text.includes('key')) return Promise.resolve(false)
        counters[2]++
        throw new Error('found')
      },
    },
    { seed: 1, isDone: (executions) => executions >= 2000, counters, corpus: [] },
  )
  expect(learned.executions).toBe(2000)
  expect(learned.findings.map(({ error }) => error.split('\n')[0])).toEqual(['Error: found'])
  expect([...learned.taken]).toEqual([1, 1, 1])
  expect(learned.corpus.length).toBeGreaterThan(0)
})

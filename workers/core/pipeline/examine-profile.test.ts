// Tests of examining a measurement: functions that gprof skips, other programs, threads.
import { expect, it } from 'vitest'
import { buildElf } from '../../testing/builders/build-elf.ts'
import {
  arcs,
  at,
  BASE,
  codes,
  END,
  gmon,
  histogram,
  NAMES,
  open,
  ordinary,
  program,
} from '../../testing/small-opening.ts'
import { analyzeProfile } from '../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../analysis/scenario/scenario.ts'
import { type ByteSource, memorySource } from '../bytes/byte-source.ts'
import { ReadBuffers } from '../formats/gmon/read.ts'
import { identifyAll } from '../inputs/identify-files.ts'
import { buildProfile } from '../profile/build-profile.ts'
import { examineProfile } from './examine-profile.ts'
import { readCode } from './read-code.ts'
import { readProgram } from './read-program.ts'
import { sumRuns } from './sum-runs.ts'

it('compares the time of a program with those of its profiles', async () => {
  const examined = async (programTime: number, profileTime: number) => {
    const wrong = { ...program('prog', BASE + 0x100000), modified: programTime }
    const identified = await identifyAll([wrong, { ...ordinary(), modified: profileTime }], () => {})
    const names = await readProgram(identified, { withoutNames: false }, () => {})
    const runs = await sumRuns(names, { shift: 0 }, new ReadBuffers(), () => {})
    const profile = buildProfile(runs.sum.result())
    const code = await readCode(names, profile, runs.sum, { staticArcs: false, shift: 0 }, () => {})
    return examineProfile(analyzeProfile(profile, EMPTY_SCENARIO), names, runs, code, 0)
  }
  expect((await examined(10_000, 5000))[0]).toMatchObject({ code: 'wrong-executable', isNewer: true })
  // File systems round times to two seconds.
  expect((await examined(7000, 5000))[0]).not.toHaveProperty('isNewer')
})

it('knows a program by functions that gprof skips, and reports them', async () => {
  const split = NAMES.map((name, f) => ({
    name: f === 0 ? name : `${name}.part.0`,
    address: at(f),
    binding: f === 0 ? ('global' as const) : ('local' as const),
  }))
  const text = { address: BASE, size: END - BASE }
  const pieces = memorySource('prog', buildElf({ text, symbols: split }))
  const { notices } = await open([pieces, ordinary()])
  expect(notices[0]).toEqual({
    code: 'functions-hidden',
    functions: 5,
    names: ['parse.part.0', 'scan.part.0', 'emit.part.0'],
    neighbours: ['main', 'main', 'main'],
    ticks: 500,
    program: 'prog',
  })
  expect(notices.map(({ code }) => code)).not.toContain('wrong-executable')
})

it('reports skipped functions by their readable names', async () => {
  const symbols = NAMES.map((name, f) => ({ name: `_ZN2ns${name.length}${name}Ei`, address: at(f) }))
  const outlined = { name: '_ZN2ns4scanIiEEvT_.part.0', address: at(1) + 0x10, binding: 'local' as const }
  const text = { address: BASE, size: END - BASE }
  const prog = memorySource('prog', buildElf({ text, symbols: [outlined, ...symbols] }))
  const { notices } = await open([prog, gmon(histogram(0, 500))])
  expect(notices[0]).toMatchObject({
    names: ['void ns::scan<int>(int) [clone .part.0]'],
    neighbours: ['ns::parse(int)'],
  })
})

it('reports skipped functions that were only sampled, or only call', async () => {
  const symbols = NAMES.map((name, f) => ({ name, address: at(f) }))
  const outlined = { name: 'emit._omp_fn.0', address: at(1) + 0x10, binding: 'local' as const }
  const bins = memorySource(
    'prog',
    buildElf({ text: { address: BASE, size: END - BASE }, symbols: [outlined, ...symbols] }),
  )
  const sampled = await open([bins, gmon(histogram(0, 500))])
  expect(sampled.notices[0]).toEqual({
    code: 'functions-hidden',
    functions: 1,
    names: ['emit._omp_fn.0'],
    neighbours: ['parse'],
    ticks: 500,
    program: 'prog',
  })
  // Arcs from 0x40 on start in outlined code.
  const calling = await open([bins, gmon(...arcs())])
  expect(calling.notices).toContainEqual({
    code: 'functions-hidden',
    functions: 1,
    names: ['emit._omp_fn.0'],
    neighbours: ['parse'],
    ticks: 0,
    program: 'prog',
  })
  // Code beyond its end is not its own. Of two functions, the first in memory is reported first,
  // whatever the order of the symbol table.
  const late = [3, 1].map((f) => ({
    name: `${NAMES[f]}.cold`,
    address: at(f) + 0xe0,
    binding: 'local' as const,
  }))
  const apart = memorySource(
    'prog',
    buildElf({ text: { address: BASE, size: END - BASE }, symbols: [...symbols, ...late] }),
  )
  expect(codes(await open([apart, ordinary()]))).toEqual([])
  const into = [3, 1].map((f) => ({ kind: 'arc', from: BASE + 0x40, self: at(f) + 0xe8, count: 1 }) as const)
  const met = await open([apart, gmon(histogram(0, 500), ...arcs(), ...into)])
  expect(met.notices).toEqual([
    {
      code: 'functions-hidden',
      functions: 2,
      names: ['parse.cold', 'emit.cold'],
      neighbours: ['parse', 'emit'],
      ticks: 0,
      program: 'prog',
    },
  ])
  const alias = { name: 'parse.localalias', address: at(1), binding: 'local' as const }
  const mark = { name: '$x', address: at(1) + 0x10, binding: 'local' as const, type: 'none' as const }
  const known = memorySource(
    'prog',
    buildElf({ text: { address: BASE, size: END - BASE }, symbols: [alias, mark, ...symbols] }),
  )
  expect(codes(await open([known, ordinary()]))).toEqual([])
})

it('reports a wrong program where there are few calls and none of them fits', async () => {
  const few = (shift: number): ByteSource => gmon(histogram(0, 500), ...arcs(shift).slice(0, 3))
  expect((await open([program(), few(0x60)])).notices[0]).toEqual({
    code: 'wrong-executable',
    matched: 0,
    total: 3,
    shift: 0,
  })
  expect(codes(await open([program(), few(0)]))).toEqual([])
})

it('reports threads, whose calls are not all counted', async () => {
  const starter = {
    name: 'pthread_create@GLIBC_2.34',
    address: 0,
    section: 'undefined',
    type: 'none' as const,
  }
  const symbols = [...NAMES.map((name, f) => ({ name, address: at(f) })), starter]
  const threaded = memorySource('prog', buildElf({ text: { address: BASE, size: END - BASE }, symbols }))
  expect((await open([threaded, ordinary()])).notices).toEqual([
    { code: 'threads', starter: 'pthread_create' },
  ])
  expect(codes(await open([threaded, gmon(histogram(0, 500))]))).not.toContain('threads')
})

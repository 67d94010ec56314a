// The programs whose profiles we print as gprof does: what each is made of, how it is compiled, how often it runs.
import { manyFunctions } from './many-functions.ts'

export interface TestProgram {
  readonly name: string
  readonly compiler: 'gcc' | 'g++' | 'gfortran'
  /** Files of this folder, each compiled by itself. */
  readonly sources: readonly Source[]
  /** For every source and for linking; `-pg` is among them unless a source says otherwise. */
  readonly flags: readonly string[]
  /** One profile for each: the program's arguments. */
  readonly runs: readonly (readonly string[])[]
  /** What gprof is asked for, each in its own run; `-p`, `-q` and nothing unless given. */
  readonly options: readonly (readonly string[])[]
  /** The one kind of processor whose compiler takes these flags; for all of them unless given. */
  readonly only?: NodeJS.Architecture
}

export type Source =
  | string
  | { readonly file: string; readonly counted: boolean }
  | { readonly file: string; readonly text: string }

type Description = Partial<TestProgram> & Pick<TestProgram, 'name' | 'sources'>

const describe = (description: Description): TestProgram => ({
  compiler: 'gcc',
  flags: ['-O0'],
  runs: [[]],
  options: [['-p'], ['-q'], []],
  ...description,
})

const statics = ['statics-one.c', 'statics-two.c']
const half = ['counted.c', { file: 'uncounted-part.c', counted: false }]

const c: readonly Description[] = [
  { name: 'a ring of three', sources: ['ring-of-three.c'] },
  { name: 'several cycles', sources: ['several-cycles.c'] },
  {
    name: 'several cycles, optimised',
    sources: ['several-cycles.c'],
    flags: ['-O2', '-fno-optimize-sibling-calls'],
  },
  { name: 'several cycles, with tail calls', sources: ['several-cycles.c'], flags: ['-O2'] },
  { name: 'direct recursion', sources: ['recursion.c'] },
  { name: 'static functions of one name', sources: statics },
  { name: 'static functions of one name, link-time optimisation', sources: statics, flags: ['-O2', '-flto'] },
  {
    name: 'static functions of one name, with debugging information',
    sources: statics,
    flags: ['-g', '-O0'],
  },
  { name: 'static functions, an older debugging format', sources: statics, flags: ['-gdwarf-4', '-O2'] },
  { name: 'aliases and weak symbols', sources: ['aliases.c'] },
  { name: 'function pointers', sources: ['pointers.c'] },
  { name: 'callbacks from the C library', sources: ['callbacks.c'] },
  { name: 'no samples', sources: ['too-short.c'] },
  { name: 'no arcs', sources: [{ file: 'uncounted.c', counted: false }] },
  { name: 'half of it counted', sources: half },
  { name: 'position-dependent', sources: ['ring-of-three.c'], flags: ['-O1', '-fno-pie', '-no-pie'] },
  { name: 'position-independent', sources: ['callbacks.c'], flags: ['-O1', '-fpie', '-pie'] },
  { name: 'static', sources: ['callbacks.c'], flags: ['-O1', '-static'] },
  { name: 'static and position-independent', sources: ['recursion.c'], flags: ['-static-pie', '-fpie'] },
  {
    name: 'sections for functions',
    sources: ['pointers.c'],
    flags: ['-O2', '-ffunction-sections', '-Wl,--gc-sections'],
  },
  { name: 'clones and cold parts', sources: ['clones.c'], flags: ['-O2'] },
  {
    name: 'clones and cold parts, harder',
    sources: ['clones.c'],
    flags: ['-O3', '-freorder-blocks-and-partition'],
  },
  {
    name: 'smallest code, counted before the prologue',
    sources: ['ring-of-three.c'],
    flags: ['-Os', '-mfentry'],
    only: 'x64',
  },
  { name: 'letters beyond ASCII', sources: ['unicode.c'] },
  { name: 'names given to the assembler', sources: ['labels.c'] },
  {
    name: 'three runs summed',
    sources: ['weighted-runs.c'],
    runs: [
      ['900', '0'],
      ['0', '700'],
      ['300', '300'],
    ],
  },
  { name: '32 bits', sources: ['several-cycles.c'], flags: ['-m32', '-O1'], only: 'x64' },
  {
    name: '32 bits, two runs, static',
    sources: ['weighted-runs.c'],
    flags: ['-m32', '-static'],
    only: 'x64',
    runs: [
      ['500', '0'],
      ['0', '400'],
    ],
  },
  { name: 'three thousand functions', sources: [{ file: 'many.c', text: manyFunctions(3000) }] },
]

const cxx: readonly Description[] = [
  { name: 'templates', sources: ['templates.cc'], flags: ['-std=c++17', '-O0'] },
  {
    name: 'lambdas and anonymous namespaces, with debugging information',
    sources: ['lambdas.cc'],
    flags: ['-std=c++17', '-g', '-O1'],
  },
  { name: 'templates, optimised', sources: ['templates.cc'], flags: ['-std=c++17', '-O2'] },
  { name: 'lambdas and anonymous namespaces', sources: ['lambdas.cc'], flags: ['-std=c++17', '-O0'] },
  {
    name: 'virtual functions, constructors, destructors',
    sources: ['classes.cc'],
    flags: ['-std=c++17', '-O0'],
  },
  { name: 'virtual functions, optimised', sources: ['classes.cc'], flags: ['-std=c++17', '-O2'] },
  { name: 'operators', sources: ['operators.cc'], flags: ['-std=c++17', '-O1'] },
  { name: 'exceptions', sources: ['exceptions.cc'], flags: ['-std=c++17', '-O2'] },
  { name: 'exceptions, static', sources: ['exceptions.cc'], flags: ['-std=c++17', '-O1', '-static'] },
]

export const PROGRAMS: readonly TestProgram[] = [
  ...c,
  ...cxx.map((description): Description => ({ compiler: 'g++', ...description })),
  { name: 'Fortran modules', compiler: 'gfortran' as const, sources: ['modules.f90'] },
]
  .map(describe)
  .filter(({ only }) => only === undefined || only === process.arch)

// What goes wrong with files and options, each with all that gprof says of it: one table for every message it has.
import { buildGmon, type GmonRecord } from '../builders/build-gmon.ts'
import { ARC, bsd, gmon, HISTOGRAM, histogram, program, type Content } from '../builders/small-program.ts'

const BLOCKS: GmonRecord = { kind: 'blocks', blocks: [{ address: 0x401000, count: 1 }] }

export const oldBsd = bsd({ format: 'bsd' })
const text = (content: string): Content => Uint8Array.from(Buffer.from(content))
/** A GNU header, and these bytes for its records. */
const records = (...bytes: number[]): Content => Uint8Array.from([...gmon(), ...bytes])

/** In every folder, unless a case has another of the name. */
export const FILES: Readonly<Record<string, Content>> = {
  program: program(),
  'gmon.out': gmon(HISTOGRAM, ARC),
  stripped: program({ symbols: null }),
}

export type MessageCase = [message: string, line: string, files?: Readonly<Record<string, Content>>]

/** The message, whole, with the command line that provokes it. Ends with exit status 1 and nothing on standard output. */
export const ERRORS: readonly MessageCase[] = [
  ['nosuch: No such file or directory\n', 'nosuch gmon.out'],
  ['nosuch: No such file or directory\n', 'program nosuch'],
  ['program/gmon.out: Not a directory\n', 'program program/gmon.out'],
  ['gprof: x: not in executable format\n', 'x gmon.out', { x: text('#!/bin/sh\n') }],
  ["gprof: can't find .text section in x\n", 'x gmon.out', { x: program({ text: null, symbols: [] }) }],
  ["gprof: file `stripped' has no symbols\n", 'stripped gmon.out'],
  ["gprof: file `x' has no symbols\n", '-S x program gmon.out', { x: text('0 D data\n') }],
  ['gprof: could not open nosuch.\n', '-S nosuch program gmon.out'],
  ['gprof: could not open nosuch.\n', '-R nosuch program gmon.out'],
  ['gprof: unable to parse mapping file x.\n', '-R x program gmon.out', { x: text('no colon here\n') }],
  ['x: file too short to be a gmon file\n', 'program x', { x: gmon().slice(0, 19) }],
  ['x: file too short to be a gmon file\n', '-Obsd program x', { x: oldBsd.slice(0, 19) }],
  ['x: file too short to be a gmon file\n', 'program x', { x: 'directory' }],
  ["gprof: file `x' has bad magic cookie\n", '-Omagic program x', { x: bsd() }],
  ["gprof: file `x' has bad magic cookie\n", '-O4.4bsd program x', { x: oldBsd }],
  ["gprof: file `x' has unsupported version 2\n", 'program x', { x: buildGmon({ records: [], version: 2 }) }],
  ['gprof: x: found bad tag 7 (file corrupted?)\n', 'program x', { x: records(7) }],
  ['gprof: x: unexpected end of file\n', 'program x', { x: records(0, 1, 2) }],
  ['gprof: x: unexpected end of file\n', 'program x', { x: records(1, 1, 2) }],
  ['gprof: x: unexpected end of file\n', '-l program x', { x: records(2, 1) }],
  [
    'gprof: x: unexpected EOF after reading 63 of 64 samples\n',
    'program x',
    { x: gmon(HISTOGRAM).slice(0, -2) },
  ],
  [
    "gprof: dimension unit changed between histogram records\ngprof: from 'seconds'\ngprof: to 'ticks'\n",
    'program gmon.out x',
    { x: histogram({ dimension: 'ticks' }) },
  ],
  [
    "gprof: dimension abbreviation changed between histogram records\ngprof: from 's'\ngprof: to 't'\n",
    'program gmon.out x',
    { x: histogram({ abbreviation: 't' }) },
  ],
  [
    "gprof: dimension abbreviation changed between histogram records\ngprof: from 's'\ngprof: to '\0'\n",
    'program gmon.out x',
    { x: histogram({ abbreviation: '' }) },
  ],
  // Without an end of line.
  [
    'gprof: different scales in histogram records',
    'program gmon.out x',
    { x: histogram({ high: 0x401200 }) },
  ],
  [
    'gprof: overlapping histogram records\n',
    'program gmon.out x',
    { x: histogram({ low: 0x401010, high: 0x401110 }) },
  ],
  [
    'y: profiling rate incompatible with first gmon file\n',
    'program x y',
    { x: bsd(), y: bsd({ rate: 50 }) },
  ],
  ['y: incompatible with first gmon file\n', 'program x y', { x: bsd(), y: bsd({ high: 0x401104 }) }],
  ['y: incompatible with first gmon file\n', 'program x y', { x: bsd(), y: bsd({ bins: [1, 2] }) }],
  [
    "gprof: file 'x' does not appear to be in gmon.out format\n",
    '-Obsd program x',
    { x: bsd({ low: 0x402000 }) },
  ],
  ['gprof: unexpected EOF after reading 62/64 bins\n', 'program x', { x: bsd().slice(0, -2) }],
  ["gprof: sorry, file format `prof' is not yet supported\n", '-Oprof program gmon.out'],
  ['xyz: unknown file format gprof\n', '-Oxyz program gmon.out'],
  ['gprof: gmon.out file is missing histogram\n', '-p program x', { x: gmon(ARC) }],
  ['gprof: gmon.out file is missing call-graph data\n', '-q program x', { x: gmon(HISTOGRAM) }],
  [
    'gprof: Only one of --function-ordering and --file-ordering may be specified.\n',
    '-r -R x program gmon.out',
    { x: text('a.o: main\n') },
  ],
  ["gprof: unknown demangling style `latin'\n", '--demangle=latin program gmon.out'],
  ['x: Illegal seek\n', 'program x', { x: { pipe: oldBsd } }],
  // The warning first, in the order of the records.
  [
    'gprof: warning: ignoring basic-block exec counts (use -l or --line)\n' +
      "gprof: dimension unit changed between histogram records\ngprof: from 'seconds'\ngprof: to 'ticks'\n",
    'program x',
    { x: gmon(HISTOGRAM, BLOCKS, { ...HISTOGRAM, dimension: 'ticks' }) },
  ],
]

/** Said beside an ordinary listing; exit status 0. */
export const WARNINGS: readonly MessageCase[] = [
  [
    'gprof: warning: ignoring basic-block exec counts (use -l or --line)\n',
    'program x x',
    { x: gmon(HISTOGRAM, ARC, BLOCKS) },
  ],
  ['gprof: -c not supported on architecture unknown\n', '-c x gmon.out', { x: program({ machine: 243 }) }],
]

/** Reported with an error number that no call has set: the text after the name may be anything. */
export const STALE: readonly MessageCase[] = [
  ['x: Success\n', 'x gmon.out', { x: 'directory' }],
  ['x: Success\n', 'program x', { x: records(2, 1, 0, 0, 0, 9) }],
]

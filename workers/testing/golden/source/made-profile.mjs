// The output of `nm` on standard input → a made-up gmon.out of 32-bit words on standard output, for a target whose programs
// cannot be run where the golden cases are made. Little endian; in 4.4BSD's layout, as MinGW's C library writes it, or with
// "gnu" in GNU's, as glibc and most embedded C libraries do.
import { readFileSync } from 'node:fs'

const symbols = new Map(
  readFileSync(0, 'latin1')
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, type]) => type === 'T' || type === 't')
    .map(([address, , name]) => [name, Number.parseInt(address, 16)]),
)
const at = (name) => symbols.get(`_${name}`) ?? symbols.get(name)
const low = at('paint') & ~15
const bins = 1024
/** @type {readonly (readonly [string, number])[]} name, ticks a little way into it */
const ticks = [
  ['cross', 40],
  ['land', 21],
  ['board', 9],
  ['ebb', 13],
  ['flow', 11],
  ['count_ways', 55],
  ['weigh', 8],
  ['visit_harbour', 2],
]
/** @type {readonly (readonly [string, string, number])[]} */
const arcs = [
  ['main', 'board', 600],
  ['board', 'cross', 3000],
  ['cross', 'weigh', 3000],
  ['cross', 'land', 3000],
  ['land', 'board', 2400],
  ['main', 'ebb', 300],
  ['ebb', 'flow', 2100],
  ['flow', 'ebb', 1800],
  ['flow', 'flow', 600],
  ['main', 'count_ways', 600],
  ['count_ways', 'count_ways', 82800],
  ['main', 'visit_harbour', 120],
  ['visit_harbour', 'weigh', 120],
]
const counters = Buffer.alloc(2 * bins)
for (const [name, count] of ticks) {
  const bin = Math.floor((at(name) + 8 - low) / 4)
  counters.writeUInt16LE(counters.readUInt16LE(2 * bin) + count, 2 * bin)
}
const words = (...values) => Buffer.from(Uint32Array.from(values).buffer)
const tag = (value) => Buffer.from([value])
const histogram = [low, low + 4 * bins]
const arcWords = arcs.map(([parent, child, count]) => words(at(parent) + 12, at(child) + 6, count))
process.stdout.write(
  Buffer.concat(
    process.argv[2] === 'gnu'
      ? [
          Buffer.from('gmon\x01'.padEnd(20, '\0'), 'latin1'),
          tag(0),
          words(...histogram, bins, 100),
          Buffer.from('seconds'.padEnd(15, '\0') + 's', 'latin1'),
          counters,
          ...arcWords.flatMap((arc) => [tag(1), arc]),
        ]
      : [words(...histogram, 32 + counters.length, 0x51879, 100, 0, 0, 0), counters, ...arcWords],
  ),
)

// Random command lines for gprof: every option, alone and together, with specs that name what is there and what is not.
import type { ElfSpec } from '../builders/build-elf.ts'
import type { Random } from './random.ts'

/** Options in pieces that can be left out one by one: `['-k', 'a/b']` is one piece. */
export type OptionPiece = readonly string[]

/** `names`: functions to name in specs. Names beyond ASCII are passed over: an argument is text here. */
export function randomOptions(random: Random, elf: ElfSpec): OptionPiece[] {
  const names = namesIn(elf)
  const pieces: OptionPiece[] = random.chance(0.9) ? [['-b']] : []
  const style = random.weighted({ none: 15, flat: 15, graph: 25, both: 20, exec: 5, other: 20 })
  if (style === 'flat' || style === 'both') pieces.push(random.pick([['-p'], ['--flat-profile']]))
  if (style === 'graph' || style === 'both') pieces.push(random.pick([['-q'], ['--graph'], ['-B']]))
  if (style === 'exec') pieces.push(random.pick([['-C'], ['--exec-counts']]))
  const more = random.weighted({ 0: 20, 1: 35, 2: 25, 3: 12, 5: 8 })
  for (let left = Number(more); left > 0; left--) pieces.push(randomPiece(random, names))
  return random.chance(0.2) ? random.shuffle(pieces) : pieces
}

/** Long forms, and what is about source lines where there are none. */
export function rareOption(random: Random, elf: ElfSpec): OptionPiece {
  const names = namesIn(elf)
  const spec = randomSpec(random, names)
  return random.pick<OptionPiece>([
    [`-A${spec}`],
    [`-J${spec}`],
    [`--annotated-source=${spec}`],
    [`--no-annotated-source=${spec}`],
    [`--exec-counts=${spec}`],
    [`--no-exec-counts=${spec}`],
    [`--no-flat-profile=${spec}`],
    [`--graph=${spec}/`],
    [`--no-graph=/${spec}`],
    ['--all-lines', '-A'],
    ['--separate-files', '--annotated-source'],
    ['--min-count=-1', '-C'],
    ['--table-length=0', '-A'],
    ['--print-path'],
    ['--directory-path=a:b::c'],
    ['-C', '-z', '-l'],
    ['-pqbz'],
    ['-bTl'],
    ['-k', `${spec}/${spec}`, '-k', `/${spec}`],
    ['-n', spec, '-N', spec],
    ['-e', spec, '-f', spec, '-F', randomSpec(random, names)],
    ['-w', '7fff'],
    ['-w', '2147483648'],
    ['-w0x20'],
  ])
}

/** What is about source lines, where there are some. */
export function lineOption(random: Random, elf: ElfSpec): OptionPiece {
  const spec = randomSpec(random, namesIn(elf))
  const file = random.pick(['one.c', 'two.cc', 'three.h', 'x.h', 'main.c', 'src/one.c'])
  return random.pick<OptionPiece>([
    ['-l'],
    ['-l'],
    ['-l', '-q'],
    ['-l', '-p', '-z'],
    ['-l', '-T'],
    ['-l', '-c'],
    ['-l', '-D', '-a'],
    ['-l', '-s'],
    ['-A'],
    ['-A'],
    ['-A', '-x'],
    ['-A', '-x', '-l'],
    ['-A', '-L', '-m', '2'],
    ['-A', '-t', '2', '-z'],
    ['-A', '-y'],
    [`-A${file}`],
    [`-A${file}:${spec}`, '-x'],
    [`-J${file}`, '-A'],
    ['-A', '-I', 'part:/src'],
    ['-L'],
    ['--inline-file-names'],
    ['-C', '-z'],
    ['-C', '-l'],
    [`-C${file}:`],
    [`-p${file}:${random.between(1, 60)}`],
    [`-l`, `-q${file}:${random.between(1, 60)}`],
    [`-P${file}:`],
    ['-n', `${file}:`],
    ['-k', `${file}:/${spec}`],
    ['-a'],
    ['-r'],
    ['-D'],
  ])
}

const namesIn = ({ symbols }: ElfSpec): readonly string[] =>
  (symbols ?? []).map(({ name }) => name).filter((name) => /^[!-~]+$/.test(name))

function randomPiece(random: Random, names: readonly string[]): OptionPiece {
  const spec = (): string => randomSpec(random, names)
  const arc = (): string => `${spec()}/${spec()}`
  switch (
    random.weighted({
      flag: 34,
      names: 22,
      arcs: 10,
      styleSpec: 14,
      arcStyle: 5,
      width: 4,
      long: 8,
      demangle: 3,
      numbers: 1,
      format: 2,
      mistake: 1,
    })
  ) {
    case 'flag':
      return [`-${random.pick('aADTzciLlsPQrxyJZ'.split(''))}`]
    case 'names':
      return random.chance(0.5)
        ? [`-${random.pick('eEfFnN'.split(''))}`, spec()]
        : [`-${random.pick('eEfFnN'.split(''))}${spec()}`]
    case 'arcs':
      return ['-k', random.chance(0.9) ? arc() : spec()]
    case 'styleSpec':
      return [`-${random.pick('pPqQCZ'.split(''))}${spec()}`]
    case 'arcStyle':
      return [`-${random.pick(['q', 'Q'])}${arc()}`]
    case 'width':
      return random.pick([['-w', '1'], ['-w40'], ['-w', '132'], ['--width=20'], ['-w-3'], ['-wx']])
    case 'long':
      return random.pick<OptionPiece>([
        ['--no-static'],
        ['--disp'],
        ['--trad'],
        ['--static-call-graph'],
        [`--no-g=${spec()}`],
        [`--flat=${spec()}`],
        ['--time', spec()],
        [`--no-time=${spec()}`],
        ['--file-i'],
        ['--no-exec'],
        ['--inline-file-names'],
        ['--function'],
        ['--line'],
        ['--sum'],
        ['--ignore-non'],
      ])
    case 'demangle':
      return random.pick([
        ['--demangle'],
        ['--no-demangle'],
        ...['auto', 'none', 'gnu-v3', 'rust', 'java', 'gnat', 'dlang'].map((style) => [
          `--demangle=${style}`,
        ]),
      ])
    case 'numbers':
      return random.pick([['-m', '3'], ['-t5'], ['-I', 'a:b']])
    case 'format':
      return random.pick([['-O', 'auto'], ['-Omagic'], ['-Obsd'], ['-O4.4bsd'], ['-Oprof'], ['-Oxyz']])
    case 'mistake':
      return random.pick([['-X'], ['--no'], ['--brief=3'], ['--nonsense'], ['-w'], ['--demangle=latin']])
  }
}

function randomSpec(random: Random, names: readonly string[]): string {
  const known = names.length > 0 ? random.pick(names) : 'main'
  switch (
    random.weighted({ known: 70, dotted: 8, nothing: 6, every: 4, file: 4, line: 3, part: 3, mcount: 2 })
  ) {
    case 'known':
      return known
    case 'dotted':
      return `:${known}`
    case 'nothing':
      return 'nosuch'
    case 'every':
      return ''
    case 'file':
      return random.pick(['x.c', `x.c:${known}`, `${known}:`, 'main.c:12'])
    case 'line':
      return random.pick(['12', ':7', '0'])
    case 'part':
      return known.slice(0, Math.max(1, known.length - 1))
    case 'mcount':
      return random.pick(['mcount', '_mcount'])
  }
}

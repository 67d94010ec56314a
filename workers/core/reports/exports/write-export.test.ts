// Building blocks of exports: integers that add up, and protocol buffers' wire form.
import { describe, expect, it } from 'vitest'
import { asColumn } from '../../base/columns.ts'
import { stringTableOf } from '../../base/string-table.ts'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import type { CallGraphProfile, FunctionTable } from '../../profile/call-graph-profile.ts'
import { smallUnit, wholeUnits } from './cost-unit.ts'
import { MessageWriter } from './message-writer.ts'
import { type ExportKind, writeExport } from './write-export.ts'

describe('whole numbers', () => {
  it('add up to the rounded sum, whatever the parts', () => {
    const ticks = Array.from({ length: 1000 }, (_, at) => (at % 7) / 3)
    const whole = wholeUnits(ticks, 0.4)
    expect(whole.every((one) => Number.isInteger(one) && one >= 0)).toBe(true)
    const exact = ticks.reduce((sum, one) => sum + 0.4 * one, 0)
    expect(whole.reduce((sum, one) => sum + one, 0)).toBe(Math.round(exact))
  })

  it('are in microseconds, or nanoseconds where samples are that close', () => {
    const profile = profileFromText('main 1')
    expect(smallUnit(profile)).toEqual({ symbol: 'us', name: 'microseconds', perTick: 10_000 })
    expect(smallUnit({ ...profile, rate: 1e6 })).toEqual({ symbol: 'ns', name: 'nanoseconds', perTick: 1000 })
    const odd = { ...profile, dimension: 'cache misses\n', abbreviation: '/' }
    expect(smallUnit(odd)).toMatchObject({ symbol: 'u', name: 'microcachemisses' })
  })
})

describe('a message', () => {
  const bytesOf = (fill: (message: MessageWriter) => void): number[] => {
    const message = new MessageWriter()
    fill(message)
    return Array.from(message.taken())
  }

  it('holds numbers of any size in groups of seven bits', () => {
    expect(bytesOf((one) => one.number(1, 150))).toEqual([0x08, 0x96, 0x01])
    expect(bytesOf((one) => one.number(1, 0))).toEqual([])
    expect(bytesOf((one) => one.number(2, 2 ** 35))).toEqual([0x10, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01])
    expect(bytesOf((one) => one.number(1, 2 ** 53)).slice(1)).toEqual([...Array<number>(7).fill(0x80), 0x10])
    expect(bytesOf((one) => one.number(20, 1))).toEqual([0xa0, 0x01, 0x01])
  })

  it('holds texts, packed numbers and messages by their length', () => {
    expect(bytesOf((one) => one.text(2, 'é'))).toEqual([0x12, 2, 0xc3, 0xa9])
    expect(bytesOf((one) => one.text(2, ''))).toEqual([0x12, 0])
    expect(bytesOf((one) => one.packed(4, [3, 270]))).toEqual([0x22, 3, 3, 0x8e, 0x02])
    expect(bytesOf((one) => one.message(3, (inner) => inner.number(1, 1)))).toEqual([0x1a, 2, 0x08, 1])
    expect(bytesOf((one) => one.text(1, 'x'.repeat(1000))).length).toBe(1003)
  })
})

describe('a profile', () => {
  const writtenAs = (
    kind: ExportKind,
    text: string,
    change: Partial<CallGraphProfile> = {},
    program = 'some/where/prog',
  ): string => {
    let all = ''
    const analyzed = analyzeProfile({ ...profileFromText(text), ...change }, EMPTY_SCENARIO)
    writeExport(kind, analyzed, program, (piece) => {
      all += typeof piece === 'string' ? piece : new TextDecoder('latin1').decode(piece)
    })
    return all
  }
  const written = (text: string): string => writtenAs('callgrind', text)

  it('for Callgrind is functions, arcs and their costs', () => {
    expect(written('main 1; a 3; main -> a 2; a -> a 5').split('\n').slice(3)).toEqual([
      'cmd: prog',
      'desc: Trigger: gprof samples; time of calls as gprof assumes it, none within cycles',
      'positions: line',
      'event: us : Time in microseconds',
      'events: us',
      'summary: 40000',
      '',
      'fl=(1) ???',
      'fn=(1) (<spontaneous>)',
      '0 0',
      'cfi=(1)',
      'cfn=(2) main',
      'calls=1 0',
      '0 40000',
      '',
      'fl=(1)',
      'fn=(2)',
      '0 10000',
      'cfi=(1)',
      'cfn=(3) a',
      'calls=2 0',
      '0 30000',
      '',
      'fl=(1)',
      'fn=(3)',
      '0 30000',
      'cfi=(1)',
      'cfn=(3)',
      'calls=5 0',
      '0 0',
      '',
      'totals: 40000',
      '',
    ])
  })

  it('show what would turn text around as an escape', () => {
    const name = new TextDecoder('latin1').decode(new TextEncoder().encode('a\u202eb'))
    for (const kind of ['callgrind', 'speedscope', 'stacks'] as const) {
      const text = writtenAs(kind, `${name} 1`, {}, 'prog\u2066')
      expect(text).toContain(kind === 'speedscope' ? '"a\\\\u202eb"' : 'a\\u202eb')
      expect(text).not.toMatch(/[\u202e\u2066]/)
    }
  })

  it('for Callgrind has functions without callers if they have time, and no other', () => {
    const names = written('alone 2; main 1; idle 0; main -> a 2').match(/^fn=.*$/gm)
    expect(names).toEqual(['fn=(1) (<spontaneous>)', 'fn=(3) alone', 'fn=(2)', 'fn=(4)'])
  })

  it('for Callgrind has a caller for functions without callers that call others, cycles too, and that has all their time', () => {
    const text = written(
      'alone 2; main 1; a 4; x 8; y 16; main -> a 1; x -> y 1; y -> x 1; self 1; self -> self 3',
    )
    const [, first = ''] = text.split('\n\n')
    expect(first.split('\n')).toEqual([
      'fl=(1) ???',
      'fn=(1) (<spontaneous>)',
      '0 0',
      'cfi=(1)',
      expect.stringMatching(/^cfn=\(2\) [xy]$/),
      'calls=1 0',
      '0 240000',
      'cfi=(1)',
      'cfn=(3) main',
      'calls=1 0',
      '0 50000',
    ])
  })

  it('for Callgrind gives that caller a name before all others, whatever they begin with', () => {
    const text = 'main 1; x 8; y 16; main -> x 1; x -> y 1; y -> x 1'
    const { functions } = profileFromText(text)
    for (const [x, nobody] of [
      ['(anonymous namespace)::x', '(<spontaneous>)'],
      ['.plt', '(<spontaneous>)'],
      ['$x', '!(<spontaneous>)'],
      ['(<lambda>)', '!(<spontaneous>)'],
      ['(<spontaneous>)', '!(<spontaneous>)'],
      ['  (0', '!(<spontaneous>)'],
      ['!!x', '!!!(<spontaneous>)'],
    ] as const) {
      const names = stringTableOf(['main', x, 'y'])
      const made = writtenAs('callgrind', text, { functions: { ...functions, names } })
      expect(made).toContain(`\nfn=(1) ${nobody}\n0 0\n`)
      expect(nobody < x.trimStart()).toBe(true)
    }
  })

  it('for Callgrind has no call that was not counted', () => {
    const text = written('main 1; a 3; main -> a 2; main -> never 0')
    expect(text).not.toContain('never')
    expect(text.match(/^calls=.*$/gm)).toEqual(['calls=1 0', 'calls=2 0'])
  })

  it('for Callgrind names functions ??? that have no name, or only blanks, and distinguishes several', () => {
    const namesOf = (names: readonly string[]): readonly string[] | null => {
      const { functions } = profileFromText('main 1; a 3; main -> a 2')
      const text = writtenAs('callgrind', 'main 1; a 3; main -> a 2', {
        functions: { ...functions, names: stringTableOf(names) },
      })
      return text.match(/^cfn=.*$/gm)
    }
    expect(namesOf(['main', ''])).toEqual(['cfn=(2) main', 'cfn=(3) ???'])
    expect(namesOf(['', 'a'])).toEqual(['cfn=(2) ???', 'cfn=(3) a'])
    expect(namesOf(['main', '  '])).toEqual(['cfn=(2) main', 'cfn=(3) ???'])
    expect(namesOf(['', ''])).toEqual(['cfn=(2) @0x1000', 'cfn=(3) @0x1010'])
  })

  it('for Callgrind keeps to its lines, whatever the program is called', () => {
    expect(writtenAs('callgrind', 'main 1', {}, 'a\nfn=b\rc')).toContain('\ncmd: a?fn=b?c\ndesc:')
    expect(writtenAs('callgrind', 'main 1', {}, 'a\u001B[2J')).toContain('\ncmd: a?[2J\ndesc:')
  })

  const NAMESAKES = 'main 1; one 2; other 4; third 8; main -> one 1; main -> other 1; main -> third 1'

  /** Three functions called `init`, two of them in one file. */
  const namesakes = (change: Partial<FunctionTable> = {}): Partial<CallGraphProfile> => {
    const { functions } = profileFromText(NAMESAKES)
    return {
      functions: { ...functions, ...change, names: stringTableOf(['main', 'init', 'init', 'init']) },
      sources: {
        fileOf: asColumn(Int32Array.of(0, 0, 1, 1)),
        lineOf: asColumn(Int32Array.of(1, 5, 7, 9)),
        files: stringTableOf(['a.c', 'b.c']),
      },
    }
  }

  it('for Callgrind distinguishes namesakes of one file by their addresses, others by their files', () => {
    const text = writtenAs('callgrind', NAMESAKES, namesakes())
    expect(text.match(/^c?fn=.*init.*$/gm)).toEqual([
      'cfn=(3) init@0x1030',
      'cfn=(4) init@0x1020',
      'cfn=(5) init',
    ])
  })

  it('as stacks distinguishes all namesakes: flame graphs and pprof know nothing but the name', () => {
    expect(writtenAs('stacks', NAMESAKES, namesakes())).toBe(
      'main 10000\nmain;init@0x1030 80000\nmain;init@0x1020 40000\nmain;init@0x1010 20000\n',
    )
    expect(writtenAs('pprof', NAMESAKES, namesakes()).match(/init@0x[\da-f]+/g)).toHaveLength(3)
  })

  it('of a listing has no addresses: namesakes are numbered', () => {
    const listed = namesakes({ isAddressless: true, address: asColumn(Float64Array.of(0, 1, 2, 3)) })
    expect(writtenAs('stacks', NAMESAKES, listed)).toBe(
      'main 10000\nmain;init@3 80000\nmain;init@2 40000\nmain;init@1 20000\n',
    )
  })

  it('as stacks has a line for each that has time, outermost first', () => {
    expect(writtenAs('stacks', 'main 1; a 3; idle 0; main -> a 2; main -> idle 1')).toBe(
      'main 10000\nmain;a 30000\n',
    )
  })

  it('as stacks has names that no reader takes for a weight, or for nothing', () => {
    const { functions } = profileFromText('main 0; a 3; main -> a 2')
    const named = (name: string): string =>
      writtenAs('stacks', 'main 0; a 3; main -> a 2', {
        functions: { ...functions, names: stringTableOf(['main', name]) },
      })
    expect(named('part 42')).toBe('main;part_42 30000\n')
    expect(named('part 4.2 ')).toBe('main;part_4.2 30000\n')
    expect(named('f(int, 42)')).toBe('main;f(int, 42) 30000\n')
    expect(named('42')).toBe('main;42 30000\n')
    expect(named('a;b')).toBe('main;a:b 30000\n')
    expect(named(' ')).toBe('main;? 30000\n')
  })

  it('with stacks says what is not in it, but not of a listing what rounding explains', () => {
    const outside = (ticks: number, listed: boolean): boolean => {
      const { totals } = profileFromText('main 100')
      const text = writtenAs('speedscope', 'main 100', {
        totals: { ...totals, ticks },
        ...(listed && { listed: { hasFlat: true, hasGraph: true } }),
      })
      expect(text.includes('Read from a gprof listing')).toBe(listed)
      return text.includes('Not in here: ')
    }
    expect([outside(100, false), outside(101, false), outside(102, true)]).toEqual([false, true, true])
    expect(outside(100.9, true)).toBe(false)
  })

  it('for speedscope is in seconds, or in nothing that it knows', () => {
    const unitOf = (change: Partial<CallGraphProfile>): string[] | null =>
      writtenAs('speedscope', 'main 1', change).match(/"unit":"\w+"/g)
    expect(unitOf({})).toEqual(['"unit":"seconds"'])
    expect(unitOf({ dimension: 'misses' })).toEqual(['"unit":"none"'])
  })

  it('for speedscope omits unknown files and lines', () => {
    expect(writtenAs('speedscope', 'main 1')).toContain('"frames":[\n{"name":"main"}\n]')
  })

  it('for pprof is processor time, or what the profile itself calls it', () => {
    expect(writtenAs('pprof', 'main 1')).toContain('cpu')
    const other = writtenAs('pprof', 'main 1', { dimension: 'misses' })
    expect(other).toContain('nanomisses')
    expect(other).not.toMatch(/cpu|nanoseconds/)
  })

  it('for pprof names the frames of a sample from the innermost on', () => {
    // Locations are numbered from the outermost inwards: 1 is main, 2 is a, 3 is b.
    const sample = (locations: readonly number[], nanoseconds: readonly number[]): string => {
      const whole = new MessageWriter()
      whole.message(2, (inner) => {
        inner.packed(1, locations)
        inner.packed(2, nanoseconds)
      })
      return new TextDecoder('latin1').decode(whole.taken())
    }
    const text = writtenAs('pprof', 'main 1; a 2; b 3; main -> a 1; a -> b 1')
    expect(text).toContain(sample([1], [10_000_000]) + sample([2, 1], [20_000_000]))
    expect(text).toContain(sample([3, 2, 1], [30_000_000]))
  })

  it('for pprof says that code with an address is of the program', () => {
    const { functions } = profileFromText('main 1')
    const placed = writtenAs('pprof', 'main 1', {
      functions: { ...functions, address: asColumn(Float64Array.of(0x401000)) },
    })
    const begins = new MessageWriter()
    begins.number(1, 1)
    begins.number(2, 1)
    begins.number(3, 0x401000)
    expect(placed).toContain(new TextDecoder('latin1').decode(begins.taken()))
  })

  it('without a rate is refused, too', () => {
    expect(() => writtenAs('stacks', 'main 1', { rate: 0 })).toThrow('export/no-time')
  })

  it('without time is refused', () => {
    expect(() => written('main 0; main -> a 2')).toThrow('export/no-time')
  })
})

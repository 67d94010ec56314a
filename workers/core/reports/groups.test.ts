// Groups of functions and their hues: by file, namespace, module and prefix; the colours of the page are
// legible and differ for the colour-blind.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../testing/graph-text.ts'
import { asColumn } from '../base/columns.ts'
import { stringTableOf } from '../base/string-table.ts'
import type { FileIndex, FunctionIndex } from '../profile/call-graph-profile.ts'
import { groupedLines, groupingsOf, RowGrouping } from './group-rows.ts'
import { FunctionGroups, type Grouping, hueOf, HUES, outerScopeOfMangled, prefixOf } from './groups.ts'
import { demangleOnce } from '../names/names.ts'
import { moduleOf, scopesOf } from '../names/name-parts.ts'

const f = (index: number) => index as FunctionIndex

function profileOf(names: readonly string[], files: readonly (string | null)[] = []) {
  const { functions } = profileFromText(names.map((_, at) => `f${at} 1`).join('; '))
  const paths = [...new Set(files.filter((path) => path !== null))]
  const sources = {
    fileOf: asColumn<FunctionIndex, FileIndex | -1, 'Int32Array'>(
      Int32Array.from(names, (_, at) => paths.indexOf(files[at] ?? '')),
    ),
    lineOf: asColumn<FunctionIndex, number, 'Int32Array'>(Int32Array.from(names, () => 1)),
    files: stringTableOf(paths),
  }
  return new FunctionGroups({
    functions: { ...functions, names: stringTableOf(names) },
    sources: files.length === 0 ? null : sources,
  })
}

const labels = (names: readonly string[], by?: Grouping) =>
  names.map((_, at) => {
    const { kind, label } = profileOf(names).groupOf(f(at), by)
    return `${kind} ${label}`
  })

describe('the group of a function', () => {
  it('is its source file if that is known', () => {
    const profile = profileOf(['main', '_ZN2ns1fEv'], ['/src/main.c', null])
    expect(profile.groupOf(f(0))).toEqual({ kind: 'file', key: '/src/main.c', label: 'main.c' })
    expect(profile.groupOf(f(1))).toEqual({ kind: 'namespace', key: 'ns', label: 'ns' })
    expect(profile.groupOf(f(1), 'file').kind).toBe('none')
  })

  it('is else its outermost namespace, its Fortran module, or a prefix that several share', () => {
    expect(labels(['_ZNSt6vectorIiSaIiEE9push_backEOi', '__grid_mod_MOD_relax', 'main'])).toEqual([
      'namespace std',
      'module grid_mod',
      'none Other',
    ])
    const lua = ['luaV_execute', 'luaV_equalobj', 'luaV_concat', 'luaD_call']
    expect(labels(lua)).toEqual(['library luaV', 'library luaV', 'library luaV', 'none Other'])
    expect(labels(lua, 'namespace')).toEqual(lua.map(() => 'none Other'))
    expect(labels(['__grid_mod_MOD_relax'], 'namespace')).toEqual(['none Other'])
    expect(labels(['__grid_mod_MOD_relax'], 'module')).toEqual(['module grid_mod'])
  })

  it('reads scopes and modules of difficult names', () => {
    expect(scopesOf('void std::sort<a::b*>(a::b*, a::b*)')).toEqual(['std'])
    expect(scopesOf('<core::slice::Iter<T> as core::iter::Iterator>::next')).toEqual([
      'core',
      'slice',
      'Iter',
    ])
    expect(scopesOf('(anonymous namespace)::f(int)')).toEqual(['(anonymous namespace)'])
    expect(scopesOf('f(std::string)')).toEqual([])
    expect([moduleOf('__a_MOD_b'), moduleOf('a_mp_b_'), moduleOf('main')]).toEqual(['a', 'a', ''])
    expect(['sqlite3BtreeNext', 'png_read', 'evaluate', '_start', 'a_b'].map(prefixOf)).toEqual([
      'sqlite3',
      'png',
      '',
      '',
      '',
    ])
  })
})

describe('rows by group', () => {
  const names = ['_ZNSt6vectorIiE4sizeEv', '_ZN3app3runEv', '_ZNSt6vectorIiE5beginEv', 'main']
  const profile = profileOf(names)
  const rows = Uint32Array.from([3, 0, 1, 2])

  it('have sums, the most time first, however they are sliced', () => {
    const { functions } = profileFromText('a; b; c; d')
    const timed = {
      ...functions,
      selfTicks: asColumn<FunctionIndex, number, 'Float64Array'>(Float64Array.of(2, 5, 4, 1)),
      calls: asColumn<FunctionIndex, number, 'Float64Array'>(Float64Array.of(10, 20, 30, 0)),
    }
    const grouping = new RowGrouping(profile, timed, rows, 'namespace')
    while (grouping.add(1));
    const groups = grouping.groups()
    expect(
      groups.map(({ group, functions: of, selfTicks, calls }) => [group.label, [...of], selfTicks, calls]),
    ).toEqual([
      ['std', [0, 2], 6, 40],
      ['app', [1], 5, 20],
      ['Other', [3], 1, 0],
    ])
    const lines = (...open: string[]) =>
      groupedLines(groups, new Set(open)).map((line) => (line.kind === 'group' ? `+${line.at}` : line.f))
    expect(lines()).toEqual(['+0', '+1', '+2'])
    expect(lines('namespace std')).toEqual(['+0', 0, 2, '+1', '+2'])
  })

  it('are offered by what the functions have', () => {
    expect(groupingsOf(profile, rows)).toEqual(['namespace'])
    expect(groupingsOf(profileOf(['a'], ['a.c']), Uint32Array.of(0))).toEqual(['file'])
    expect(groupingsOf(profileOf(['__m_MOD_f']), Uint32Array.of(0))).toEqual(['module'])
    expect(groupingsOf(profileOf(['f']), Uint32Array.of(0))).toEqual([])
  })

  it('read the scope of a mangled name as the demangler does, or not at all', () => {
    for (const name of [
      '_ZNSt6vectorIiSaIiEE9push_backEOi',
      '_ZSt4moveIRiEONSt16remove_referenceIT_E4typeEOS2_',
      '_ZN9__gnu_cxx13new_allocatorIcE8allocateEmPKv',
      '_ZNK3foo3barEv',
      '_ZN12_GLOBAL__N_13runEv',
      '_Z5trialIN3foo3BarEEvT_',
      '_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE',
      '_ZN50_$LT$core..fmt..Error$u20$as$u20$core..fmt..Debug$GT$3fmt17h0123456789abcdefE',
      '_ZZN3foo3barEvENKUlvE_clEv',
      'main',
    ]) {
      const read = outerScopeOfMangled(name)
      if (read !== null) expect(read, name).toBe(scopesOf(demangleOnce(name))[0] ?? '')
    }
    expect(outerScopeOfMangled('_ZZN3foo3barEvENKUlvE_clEv')).toBeNull()
  })
})

describe('the hue of a group', () => {
  it('depends on its name alone', () => {
    const one = profileOf(['main'], ['/src/main.c'])
    const other = profileOf(['a', 'b'], ['/build/x.c', '/build/7/main.c'])
    expect(one.hueOf(f(0))).toBe(other.hueOf(f(1)))
    expect(profileOf(['main']).hueOf(f(0))).toBe(-1)
    const hues = ['main.c', 'lvm.c', 'std', 'core', 'grid_mod', 'sqlite3'].map((label) =>
      hueOf({ kind: 'file', key: label, label }),
    )
    // Links and reports of other versions have the same colours.
    expect(hues).toEqual([6, 3, 3, 0, 2, 4])
  })

  it('is any of the set about equally often', () => {
    const counts = Array.from({ length: HUES }, () => 0)
    for (let at = 0; at < 7000; at++) counts[hueOf({ kind: 'file', key: '', label: `file${at}.c` })]++
    for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(150)
  })
})

// The colours, as the page's style sheet has them.

type Rgb = readonly [number, number, number]
const css = ['app/theme.css', 'views/force-graph/force-graph.module.css']
  .map((path) => readFileSync(new URL(`../../../src/${path}`, import.meta.url), 'utf8'))
  .join('')
const colours = (variable: string): readonly Rgb[] =>
  (new RegExp(`--${variable}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css) ?? [])
    .slice(1)
    .map((hex): Rgb => {
      const value = Number.parseInt(hex.slice(1), 16)
      return [value >> 16, (value >> 8) & 255, value & 255]
    })
const linear = (byte: number): number => (byte <= 10 ? byte / 3294 : ((byte / 255 + 0.055) / 1.055) ** 2.4)
const linearOf = ([r, g, b]: Rgb): Rgb => [linear(r), linear(g), linear(b)]
const luminance = (rgb: Rgb): number => {
  const [r, g, b] = linearOf(rgb)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** WCAG 2 contrast ratio. */
const contrast = (one: Rgb, other: Rgb): number => {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}
const times = (rows: readonly Rgb[], v: Rgb): Rgb =>
  rows.map((row) => row[0] * v[0] + row[1] * v[1] + row[2] * v[2]) as unknown as Rgb
/** Oklab of linear light. Source: Björn Ottosson, "A perceptual color space", 2020. */
const oklab = (rgb: Rgb): Rgb => {
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    rgb,
  ).map((value) => Math.cbrt(Math.max(0, value))) as unknown as Rgb
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  )
}
/** Colours as people without green or red cones see them. Source: Viénot, Brettel and Mollon, 1999. */
const SIGHTS: readonly (readonly Rgb[] | null)[] = [
  null,
  [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
]
const seen = (rgb: Rgb, sight: readonly Rgb[] | null): Rgb =>
  oklab(sight ? times(sight, linearOf(rgb)) : linearOf(rgb))
const distance = (one: Rgb, other: Rgb): number =>
  Math.hypot(...one.map((value, at) => value - (other[at] ?? 0)))
const angle = ([, a, b]: Rgb): number => (Math.atan2(b, a) * 180) / Math.PI

describe('the colours of groups', () => {
  const numbers = Array.from({ length: HUES }, (_, hue) => hue)
  const text = colours('text')
  const page = colours('page')

  it.each([0, 1])('are legible under text and differ, in theme %i', (theme) => {
    const at = (variable: string): Rgb => colours(variable)[theme] ?? [0, 0, 0]
    for (const hue of [...numbers, 'none']) {
      expect(contrast(at(`group-${hue}`), text[theme]), `text on ${hue}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(at(`group-mark-${hue}`), page[theme]), `mark ${hue}`).toBeGreaterThanOrEqual(3)
    }
    for (const sight of SIGHTS)
      for (const one of numbers)
        for (const other of numbers.slice(one + 1))
          expect(
            distance(seen(at(`group-${one}`), sight), seen(at(`group-${other}`), sight)),
            `${one} and ${other}`,
          ).toBeGreaterThan(0.07)
  })

  it('have the same hue in light and dark, as boxes and as marks', () => {
    for (const hue of numbers) {
      const all = [...colours(`group-${hue}`), ...colours(`group-mark-${hue}`)]
      expect(all).toHaveLength(4)
      const [first = 0, ...others] = all.map((rgb) => angle(seen(rgb, null)))
      for (const other of others)
        expect(Math.abs(((other - first + 540) % 360) - 180), `hue ${hue}`).toBeLessThan(12)
    }
  })
})

it.each([0, 1])('the heat of self time is the more saturated the hotter it is, in theme %i', (theme) => {
  const saturation = [0, 1, 2, 3, 4, 5].map((step) => {
    const [, a, b] = seen(colours(`heat-${step}`)[theme] ?? [0, 0, 0], null)
    return Math.hypot(a, b)
  })
  expect(saturation).toEqual(saturation.toSorted((one, other) => one - other))
})

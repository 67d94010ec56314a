// The DOT text, and that Graphviz reads it with all names intact.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { runTool } from '../../../testing/gprof/live-gprof.ts'
import { randomFrom, type Random } from '../../../testing/random/random.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO } from '../../analysis/scenario/scenario.ts'
import { finish } from '../../base/yielder.ts'
import { boundsOf } from '../../trust/bounds/bounds.ts'
import { formatDot } from './dot.ts'
import { displayName } from '../../names/names.ts'
import { DEFAULT_CHOICE } from './graph-choice.ts'
import { listNodeLink } from './node-link.ts'

const analyzeText = (text: string) => analyzeProfile(profileFromText(text), EMPTY_SCENARIO)
const ALL = { ...DEFAULT_CHOICE, threshold: 0 }
const dotOf = (text: string, title = 'program'): string => {
  const analyzed = analyzeText(text)
  return formatDot(analyzed, finish(listNodeLink(analyzed, ALL)), title, finish(boundsOf(analyzed)))
}

/** Two hundred functions that call later ones, with small rings among them. */
function manyCycles(random: Random): string {
  const most = 200
  const arcs = new Set<string>()
  const add = (parent: number, child: number) => arcs.add(`f${parent} -> f${child} 1`)
  for (let nth = 0; nth < 250; nth++) {
    const [first, second] = [random.below(most), random.below(most)]
    if (first !== second) add(Math.min(first, second), Math.max(first, second))
  }
  for (let ring = 0; ring < 12; ring++) {
    const [at, size] = [random.below(most - 10), random.between(2, 10)]
    for (let nth = 0; nth < size; nth++) add(at + nth, at + ((nth + 1) % size))
  }
  const ticks = Array.from({ length: most }, (_, at) => `f${at} ${random.between(1, 200)}`)
  const analyzed = analyzeText(`${ticks.join('; ')}\n${[...arcs].join('; ')}`)
  return formatDot(analyzed, finish(listNodeLink(analyzed, { ...ALL, limit: most })), 'program', null)
}

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-dot-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Graphviz's output: tooltips of nodes, drawn labels, edges and clusters. */
async function readByGraphviz(dot: string) {
  const file = join(folder, 'graph.dot')
  writeFileSync(file, dot)
  const { status, stdout, stderr } = await runTool('dot', ['-Tjson0', file])
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const read = JSON.parse(Buffer.from(stdout, 'latin1').toString('utf8')) as {
    readonly objects: readonly { readonly name: string; readonly label: string; readonly tooltip?: string }[]
    readonly edges?: readonly { readonly style?: string; readonly label: string }[]
  }
  return { objects: read.objects, edges: read.edges ?? [] }
}

describe('DOT', () => {
  it('has functions, arcs with their calls, and cycles as clusters', async () => {
    const dot = dotOf('main 10; a 50; b 30; main -> a 3; a -> b 1000; b -> a 7; b -> b 5')
    const { objects, edges } = await readByGraphviz(dot)
    expect(objects.map(({ name }) => name).toSorted()).toEqual(['cluster_1', 'n0', 'n1', 'n2'])
    expect(objects.find(({ name }) => name === 'cluster_1')?.label).toMatch(/^cycle 1 · /)
    expect(edges.map(({ label }) => label).toSorted()).toEqual(['1,000×', '3×', '5×', '7×'].toSorted())
    // Of the calls inside the one that leads back up.
    expect(edges.filter(({ style }) => style === 'dashed').map(({ label }) => label)).toEqual(['7×'])
  })

  it('has a large cycle as one node, and a node for what is not drawn', async () => {
    const ring = Array.from({ length: 8 }, (_, i) => `r${i} ${i}; r${i} -> r${(i + 1) % 8} 5`).join('; ')
    const analyzed = analyzeText(
      `main 1; a 2; b 1; main -> r0 1; main -> r4 2; main -> a 1; a -> b 1; ${ring}`,
    )
    const dot = formatDot(
      analyzed,
      finish(listNodeLink(analyzed, { ...ALL, limit: 2 })),
      'x',
      finish(boundsOf(analyzed)),
    )
    const { objects, edges } = await readByGraphviz(dot)
    expect(objects.map(({ label }) => label).toSorted()).toEqual([
      '2 more\\nself 9.4%',
      'cycle 1: r7 and 7 more\\n87.5% · self 87.5%',
      'main\\n100.0% · self 3.1%',
    ])
    expect(edges.map(({ label }) => label)).toEqual(['3×'])
  })

  it('is the same for the same profile', () => {
    const text = 'main 1; a 50; b 30; main -> a 3; a -> b 10'
    expect(dotOf(text)).toBe(dotOf(text))
  })

  it('dots arcs known only from the program text', async () => {
    const { edges } = await readByGraphviz(dotOf('main 1; a 50; main -> a 0'))
    expect(edges.map(({ style }) => style)).toEqual(['dotted'])
  })

  it('keeps names as they are, whatever signs they hold', async () => {
    const names = [
      'operator"" _kg(long double)',
      String.raw`f\N\l\"end\\`,
      'void f<int&, char&&>(T&lt)',
      '<b>bold</b>',
      'größe',
      '} digraph{',
    ]
    const dot = dotOf(names.map((name) => `${name} 10`).join('\n'), 'a "program"\\')
    const { objects } = await readByGraphviz(dot)
    const wanted = names.map((name) => name.replaceAll('\\', '\\\\').replaceAll('&', '&amp;'))
    // Graphviz's own output keeps escapes that are to be drawn later.
    expect(objects.map(({ tooltip = '' }) => tooltip).toSorted()).toEqual(wanted.toSorted())
  })

  it('shows what would turn text around as an escape', () => {
    const name = new TextDecoder('latin1').decode(new TextEncoder().encode('a\u202eb'))
    const dot = dotOf(`${name} 10`, 'prog\u2066')
    expect(dot).toContain(String.raw`a\\u202eb`)
    expect(dot).toContain(String.raw`prog\\u2066`)
    expect(dot).not.toMatch(/[\u202e\u2066]/)
  })

  it('is read by Graphviz whatever the names', async () => {
    const name = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 12 })
      .filter((text) => !/[\n;]|->/.test(text))
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 12 }), async (names) => {
        await readByGraphviz(dotOf(names.map((one) => `${one} 10`).join('\n'), names[0]))
      }),
      { numRuns: 25 },
    )
  })

  it('becomes a picture that any program reads, whatever the names', async () => {
    const file = join(folder, 'picture.dot')
    writeFileSync(file, dotOf('\xef\xbf\xbf 10\n\xef\xbf\xbe 10', '\uffff'))
    const { stdout } = await runTool('dot', ['-Tsvg', file])
    expect(Buffer.from(stdout, 'latin1').toString('utf8')).not.toMatch(/[\ufffe\uffff]/)
  })

  it('shows of a long name the beginning and the end, and holds it whole as long as Graphviz reads it', async () => {
    const [kept, cut, wide] = ['k'.repeat(15_900), 'c'.repeat(100_000), '&'.repeat(4000)]
    const { objects } = await readByGraphviz(dotOf(`${kept} 10\n${cut} 10\n${wide} 10`))
    const tooltips = objects
      .map(({ tooltip = '' }) => tooltip)
      .toSorted((one, other) => one.length - other.length)
    expect(tooltips.map((text) => text.length)).toEqual([2015, 10_014, 15_900])
    for (const { label } of objects) expect(label).toMatch(/… .* more …/)
    expect(tooltips[0]).toMatch(/^c{1500}… 98,000 more …c{500}$/)
    expect(tooltips[1]).toMatch(/^(?:&amp;){1500}… 2,000 more …(?:&amp;){500}$/)
  })

  it('is laid out with many cycles, too', async () => {
    for (const seed of [6, 9, 26]) {
      const file = join(folder, `many-${seed}.dot`)
      writeFileSync(file, manyCycles(randomFrom(seed)))
      expect(await runTool('dot', ['-Tplain', '-o', join(folder, 'laid-out'), file])).toEqual({
        status: 0,
        stdout: '',
        stderr: '',
      })
    }
  })

  it('asks Graphviz to look for fewer crossings no longer than it is worth', () => {
    const dense = (functions: number) => {
      const names = Array.from({ length: functions }, (_, at) => `f${at}`)
      const arcs = names.flatMap((parent, at) =>
        names.slice(at + 1).map((child) => `${parent} -> ${child} 1`),
      )
      return dotOf(`${names.map((name) => `${name} 1`).join('; ')}\n${arcs.join('; ')}`)
    }
    expect(dense(20)).not.toContain('mclimit')
    expect(dense(30)).toContain('  graph [mclimit=0.1, nslimit=1, rankdir=TB,')
  })

  it('names every drawn function', () => {
    const analyzed = analyzeText('main 1; a 50; main -> a 3')
    const dot = formatDot(analyzed, finish(listNodeLink(analyzed, ALL)), 'x', null)
    for (const node of finish(listNodeLink(analyzed, ALL)).nodes)
      expect(dot).toContain(`tooltip="${displayName(analyzed.profile.functions, node.function)}"`)
  })
})

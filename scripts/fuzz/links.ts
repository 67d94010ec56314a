// What the learning fuzzer tries of links: the state in them, and the profile in them.
import { EMPTY_SCENARIO } from '../../workers/core/analysis/scenario/scenario.ts'
import { analyzeProfile } from '../../workers/core/analysis/analyze-profile.ts'
import { listProfile } from '../../workers/core/reports/listing/listing.ts'
import { bytesOfLink, linkOfBytes } from '../../src/state/url/enclosed.ts'
import { EMPTY_URL_STATE } from '../../src/state/url/url-state.ts'
import { formatHash, parseHash } from '../../src/state/url/link-hash.ts'
import type { FuzzReader } from '../../workers/testing/fuzz/learn.ts'
import {
  checkAnalyzed,
  mutateSaved,
  openAndCheck,
  savedOfParts,
  savedSeeds,
} from '../../workers/testing/fuzz/readers.ts'
import { openLargeCase } from '../../workers/testing/saved-files.ts'

const LINKS = [
  '#view=flat&q=main&sort=self-descending',
  '#view=graph&fn=main@401000&graph.limit=40&graph.open=callers:3:main',
  '#cut=main/work,work/main&without=parse&untimed=scan&only=main&timeonly=emit&static=on',
  '#faster=main*2,work*inf&run=gmon.out@2&profile=https%3A%2F%2Fexample.org%2Fx.gmonscope',
  '#view=source&fn=%C3%A9t%C3%A9%2Fa%2Cb%40c',
]

let measured: ReturnType<typeof openLargeCase> | null = null

const links: FuzzReader = {
  name: 'state in links',
  code: ['src/state/store.ts', 'workers/core/analysis/'],
  words: [
    '&',
    '=',
    ',',
    '/',
    '*inf',
    '@',
    '%2F',
    '%',
    'static=on',
    'cut=',
    'faster=',
    'fn_0',
    'f0',
    'main',
    '.',
    '#',
  ],
  seeds: () => LINKS.map((link) => [Uint8Array.from(Buffer.from(link))]),
  async read([bytes = new Uint8Array()]) {
    const state = parseHash(Buffer.from(bytes).toString('utf8'))
    const hash = formatHash(state)
    if (formatHash(parseHash(hash)) !== hash) throw new Error('a link of it is another link')
    measured ??= openLargeCase({ functions: 12, arcs: 20, seed: 3 })
    const { opened } = await measured
    const analyzed = analyzeProfile(opened.contents.plain, state.scenario)
    checkAnalyzed(analyzed)
    listProfile(analyzed)
    return JSON.stringify(state) !== JSON.stringify(EMPTY_URL_STATE)
  },
}

const linkedProfiles: FuzzReader = {
  name: 'profiles in links',
  code: [
    'workers/core/formats/saved-profile/',
    'workers/core/saved/open-saved.ts',
    'workers/core/saved/restore-',
    'workers/core/saved/column-reader.ts',
  ],
  words: ['main', 'view=graph'],
  seeds: savedSeeds,
  mutate: mutateSaved,
  async read(parts) {
    const hash = formatHash({ ...EMPTY_URL_STATE, profile: linkOfBytes(savedOfParts(parts)) })
    const bytes = bytesOfLink(parseHash(hash).profile)
    if (bytes === null) throw new Error('a link does not give back its profile')
    const opened = await openAndCheck({ 'x.gmonscope': bytes })
    if (opened === null) return false
    // The page goes on with what the saved profile says of the view.
    const { scenario } = parseHash(opened.saved?.view ?? '')
    checkAnalyzed(analyzeProfile(opened.contents.plain, { ...EMPTY_SCENARIO, ...scenario }))
    return true
  },
}

/** The readers of links. */
export const LINK_READERS: readonly FuzzReader[] = [links, linkedProfiles]

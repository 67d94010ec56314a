// Every code has a complete message that names the file and the byte.
import { describe, expect, it } from 'vitest'
import { NOTICE_EXAMPLES, PROBLEM_EXAMPLES } from '../../../testing/problem-examples.ts'
import { noticeRank, noticeText } from './notices.ts'
import { problemText } from './problems.ts'

describe('words', () => {
  it.each(Object.values(PROBLEM_EXAMPLES))('for the problem $code', (problem) => {
    const words = problemText(problem)
    expect(words.title.length).toBeGreaterThan(3)
    expect(words.explanation).not.toMatch(/undefined|NaN|\[object/)
    if ('file' in problem) expect(words.title + words.explanation).toContain(problem.file)
    if ('offset' in problem)
      expect(words.explanation).toContain(`byte ${problem.offset.toLocaleString('en-US')}`)
  })

  it.each(Object.values(NOTICE_EXAMPLES))('for the notice $code', (notice) => {
    const words = noticeText(notice)
    expect(words.title.length).toBeGreaterThan(3)
    expect(words.explanation).not.toMatch(/undefined|NaN|\[object/)
    expect(noticeRank(notice)).toBeLessThan(3)
    // A skipped file's problem, a listing's parts and what was left out have a sentence each.
    if (['file-skipped', 'listing-opened', 'shared-in-part'].includes(notice.code)) return
    const sentences = `${words.explanation} ${words.remedy}`.split(/(?<=[.?!])\s+/)
    expect(sentences.filter(Boolean).length).toBeLessThanOrEqual(3)
  })

  it('say of functions without counted calls what is not known of them', () => {
    for (const [functions, of] of [
      [1, '1 function'],
      [2, '2 functions'],
    ] as const) {
      const { title } = noticeText({ code: 'time-without-calls', functions, ticks: 38.5 })
      expect(title).toBe(`The callers of ${of} are not known`)
    }
  })

  it('name functions with long names so that the sentence around them can be read', () => {
    const { explanation } = noticeText({
      code: 'functions-hidden',
      functions: 1,
      names: [
        'void sort<Row*, Less<Row, std::allocator<Row> > >(Row*, Row*, Less<Row, int>) [clone .isra.0]',
      ],
      neighbours: ['grid::Solver::found(grid::Solver const&, std::vector<int, std::allocator<int> > const&)'],
      ticks: 0,
      program: 'prog',
    })
    expect(explanation).toMatch(/in memory: sort \[clone \.isra\.0\] for Solver::found\.$/)
  })

  it('do not promise callers to what only a library calls, however it was compiled', () => {
    const { remedy } = noticeText({ code: 'time-without-calls', functions: 1, ticks: 13 })
    expect(remedy).toContain('What only a library calls, such as a comparator of qsort, never has callers')
  })

  it('say of full bins that others may have begun again at 0', () => {
    const { explanation } = noticeText({ code: 'bins-at-ceiling', bins: 1 })
    expect(explanation).toBe(
      'A bin of the histogram holds at most 65,535 samples, which is reached in 1 bin: further samples are lost. With glibc a full bin starts again at 0, which does not show.',
    )
  })

  it.each([
    ['compression 7', 'Compile and link with -gz=none to see source lines.'],
    [
      'a section of more than 512 MB',
      'Names, times and calls do not need it. For source lines alone -g1 is enough.',
    ],
  ])('advise what helps against debugging information with %s', (what, remedy) => {
    expect(
      problemText({ code: 'dwarf/unsupported', file: 'prog', section: '.debug_info', what }).remedy,
    ).toBe(remedy)
  })

  it.each([
    [['a'], 'a holds samples and calls by address; the names are in the program that wrote it.'],
    [['a', 'b'], 'a and b hold'],
    [['a', 'b', 'c'], 'a, b and c hold'],
    [['a', 'b', 'c', 'd', 'e'], 'a, b, c and 2 more hold'],
  ])('name up to three files: %j', (profiles, beginning) => {
    expect(problemText({ code: 'input/executable-missing', profiles }).explanation).toContain(beginning)
  })

  it('distinguish two from many', () => {
    const several = (files: readonly string[]) =>
      problemText({ code: 'input/several-executables', files }).explanation
    expect(several(['a', 'b'])).toMatch(/^a and b are both programs/)
    expect(several(['a', 'b', 'c'])).toMatch(/^a, b and c are all programs/)
    expect(several(['a', 'a'])).toMatch(/^2 files named a are both programs/)
    expect(several(['a', 'a', 'a'])).toMatch(/^3 files named a are all programs/)
    const encrypted = (members: number) =>
      problemText({ code: 'archive/encrypted', file: 'f.zip', first: 'prog', members }).explanation
    expect(encrypted(1)).toMatch(/^prog cannot/)
    expect(encrypted(2)).toMatch(/^prog and 1 more file cannot/)
    const twice = (more: number) => noticeText({ code: 'run-twice', file: 'a', same: 'b', more }).explanation
    expect(twice(0)).toContain('by chance. It')
    expect(twice(1)).toContain('by chance, as in 1 more file. It')
  })

  it('say how few arcs match, and none by that word', () => {
    const doubt = (matched: number) =>
      noticeText({ code: 'wrong-executable', matched, total: 97, shift: 0 }).explanation
    expect(doubt(0)).toMatch(/^None of the 97 arcs begin/)
    expect(doubt(1)).toMatch(/^Only 1 of 97 arcs begin/)
  })

  it('mark a shift downwards with a minus sign', () => {
    const { explanation } = noticeText({ code: 'wrong-executable', matched: 3, total: 97, shift: -0x3000 })
    expect(explanation).toContain('shifted by −0x3000 they would fit')
  })

  it.each([
    ['a short line', 'hello\n', '“hello”'],
    ['lines and what stands before them', '\t a\r\n\nb', '“a b”'],
    ['other letters than English ones', 'na\xc3\xafve\n', '“naïve”'],
    ['a letter that the eighth byte cuts', 'eins \xc3\xb6\xc3', '“eins ö”'],
    ['a mark of the byte order', '\xef\xbb\xbfhello', '“hello”'],
    ['a mark of the byte order alone', '\xef\xbb\xbf', 'white space'],
    ['white space alone', ' \n\n', 'white space'],
    ['a control character', 'ab\x01', '61 62 01'],
    ['what turns the writing round', 'ab\xe2\x80\xae', '61 62 e2 80 ae'],
    ['no UTF-8', 'caf\xe9\n', '63 61 66 e9 0a'],
    ['half a letter where the file ends', 'caf\xc3', '63 61 66 c3'],
    ['nothing', '', 'nothing'],
  ])('quote text as text and other bytes as bytes: %s', (_, binary, quoted) => {
    const firstBytes = Array.from(binary, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')
    const words = problemText({ code: 'input/unknown-format', file: 'f', looksLike: null, firstBytes })
    expect(words.explanation).toContain(`it begins with ${quoted} at byte 0.`)
  })

  it.each([
    ['zstd archive', 'Unpack it and open the files themselves.'],
    ['archive (xz)', 'Unpack it and open the files themselves.'],
    ['gprof listing', 'Copy gprof’s output unchanged, with nothing before its lines.'],
    ['table of symbols (readelf)', 'Open the program itself, or what nm prints of it.'],
    ['Intel hex file', 'It holds no names: open the ELF program that it was made of.'],
    ['static library (ar archive)', 'Open the gmon.out and the program that wrote it.'],
    [null, 'Open the gmon.out and the program that wrote it.'],
  ])('say of a file that looks like %s what to do', (looksLike, remedy) => {
    const problem = { code: 'input/unknown-format', file: 'f', looksLike, firstBytes: '00' } as const
    expect(problemText(problem).remedy).toBe(remedy)
  })

  it('distinguish files of one name by saying that there are two', () => {
    const twice = { file: 'prog', same: 'prog' }
    expect(problemText({ code: 'input/same-program', ...twice }).title).toBe('prog is there twice')
    expect(noticeText({ code: 'run-twice', ...twice, more: 0 }).title).toBe('prog may be there twice')
  })
})

it('shows what would hide in the names of files and in lines of theirs', () => {
  const file = 'gmon\u202Etuo.\u001B[31m'
  expect(problemText({ code: 'input/empty-file', file }).title).toBe('gmon\\u202etuo.\\x1b[31m is empty')
  const unread = {
    code: 'listing-unread',
    file,
    line: 3,
    lines: 1,
    text: 'ma\u2067in\u0007',
  } as const
  expect(noticeText(unread).explanation).toContain('“ma\\u2067in\\x07”. The rest of gmon\\u202etuo.')
})

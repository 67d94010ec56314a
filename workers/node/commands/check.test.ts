// Limits in a build: which are exceeded, what chance explains, and invalid limits.
import { describe, expect, it } from 'vitest'
import { runAsText as run } from '../../testing/gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../../testing/sample-files.ts'

describe('gmonscope check', () => {
  const check = (...args: string[]) => run(['check', ...args, PROGRAM, PROFILE])

  it('keeps quiet about what chance explains, and says how sure it is of the rest', async () => {
    expect((await check('--max-self', 'evaluate=55%')).out).toMatch(
      /^ok\? {7}in itself evaluate: 56\.5%, at most 55\.0%; 271\.2 of 480 samples, within the sampling error: at least 51\.\d%/,
    )
    expect(await check('--max-self', 'evaluate=55%')).toMatchObject({ status: 0, err: '' })
    expect((await check('--strict', '--max-self', 'evaluate=55%')).status).toBe(1)
    const far = await check('--max-self', 'evaluate=40%', '--max', 'main=100%')
    expect(far.status).toBe(1)
    expect(far.out).toMatch(
      /^ok {8}in and below main: 99\.6%, at most 100\.0%;.*\nEXCEEDED {2}in itself evaluate/,
    )
  })

  it('promises no excess that could not show, and none beside --strict', async () => {
    expect((await check('--max', 'main=100%')).out).toMatch(
      /; 478\.\d+ of 480 samples; an estimate, 99\.6% to 100\.0% possible\n$/,
    )
    expect((await check('--max', 'main=99.7%')).out).toMatch(/, too few to show any excess; an estimate/)
    expect((await check('--max', 'main=99%', '--strict')).out).toMatch(/at least/)
    expect((await check('--max', 'main=99.9%', '--strict')).out).toMatch(/samples; an estimate/)
  })

  it('shows where two numbers differ', async () => {
    expect((await check('--strict', '--max-self', 'evaluate=56.49%')).out).toMatch(
      /: 56\.49\d+%, at most 56\.49%;/,
    )
    expect((await check('--strict', '--max-self', 'evaluate=2.71s')).out).toMatch(
      /: 2\.71\d+ s, at most 2\.71 s;/,
    )
  })

  it('fails on a total that is certain only', async () => {
    const member = await check('--max', 'call_function=10%', '--max-total', 'call_function=10%')
    expect(member.out).toMatch(/^ok {8}in and below call_function.*; an estimate, .* possible\n/)
    const estimate = await check('--max', 'height_at=20%', '--max-total', 'height_at=20%')
    expect(estimate.out).toMatch(/for certain in and below height_at: /)
    expect((await check('--max-total', 'main=90%')).status).toBe(1)
  })

  it('takes times, counts and scenarios', async () => {
    expect((await check('--max', 'noise=1s')).status).toBe(0)
    expect((await check('--max', 'noise=300ms')).status).toBe(1)
    expect((await check('--max-calls', 'noise=15609120')).status).toBe(0)
    expect((await check('--max-calls', 'noise=15609119')).status).toBe(1)
    expect((await check('--max', 'evaluate=1%', '--only', 'survey_islands')).status).toBe(0)
  })

  it.each([
    [[], "check wants a limit, such as --max 'parse_*=20%'"],
    [['--max', 'main'], "--max wants PATTERN=LIMIT, such as 'parse_*=20%' or main=1.5s, not 'main'"],
    [['--max', 'main=20'], "--max wants PATTERN=LIMIT, such as 'parse_*=20%' or main=1.5s, not 'main=20'"],
    [['--max-calls', 'main=20%'], "--max-calls wants PATTERN=N, such as new_node=10000, not 'main=20%'"],
    [
      ['--max', 'nobody_*=20%'],
      "no function is called 'nobody_*'; those of shared libraries, and inlined ones, are in no profile",
    ],
  ])('%j is no question', async (args, says) => {
    expect(await check(...args)).toEqual({ status: 2, out: '', err: `gmonscope: ${says}\n` })
  })

  it('a missing file is no excess', async () => {
    expect((await run(['check', '--max', 'main=1%', PROGRAM, '/nowhere/missing'])).status).toBe(2)
  })
})

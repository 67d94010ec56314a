// Documents of commands: the same in a file and in a pipe, and the same again from a saved
// profile.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAsText as run, runCommand } from '../gprof/our-command.ts'
import { PROFILE, PROGRAM } from '../sample-files.ts'
import { COMMANDS } from '../../node/commands.ts'
import { OUTPUT } from '../../node/output.ts'

/** All but `html`, which needs the built page: scripts/pack.mjs runs it as installed. */
const WRITERS = COMMANDS.filter(({ name, options }) => name !== 'html' && options.includes(OUTPUT))

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gmonscope-documents-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('output', () => {
  it('-o writes what standard output would get, whatever follows it', async () => {
    for (const { name } of WRITERS) {
      const path = join(folder, `out.${name}`)
      const { status, out, err } = await runCommand([name, PROGRAM, PROFILE])
      expect({ status, err: err.toString() }, name).toEqual({ status: 0, err: '' })
      expect(await run([name, PROGRAM, PROFILE, `--output=${path}`])).toEqual({ status: 0, out: '', err: '' })
      expect(readFileSync(path).equals(out), name).toBe(true)
    }
  })

  it('a file stays as it was if there is nothing to write', async () => {
    const path = join(folder, 'kept')
    writeFileSync(path, 'kept')
    expect((await run(['json', '-o', path, PROGRAM])).status).toBe(1)
    expect(readFileSync(path, 'utf8')).toBe('kept')
  })

  it('a disk that is full is no wrong word', async () => {
    // Only Linux has one.
    if (!existsSync('/dev/full')) return
    for (const { name } of WRITERS)
      expect(await run([name, '-o', '/dev/full', PROGRAM, PROFILE]), name).toEqual({
        status: 1,
        out: '',
        err: 'gmonscope: /dev/full cannot be written to its end: no space is left on the disk\n',
      })
  })

  it('bytes are not for a terminal', async () => {
    for (const name of ['pprof', 'save', 'static-arcs'])
      for (const words of [[], ['-o', '-'], ['-o', '/dev/stdout']]) {
        const { status, out, err } = await run([name, ...words, PROGRAM, PROFILE], {
          stdout: true,
          stderr: false,
        })
        expect({ status, out }).toEqual({ status: 2, out: '' })
        expect(err).toContain('name a file with -o')
      }
    const text = await run(['csv', PROGRAM, PROFILE])
    expect(await run(['csv', '-o', '/dev/stdout', PROGRAM, PROFILE])).toEqual(text)
  })

  it('a run given twice is reported on a terminal, and adds up as in gprof', async () => {
    const files = [PROGRAM, PROFILE, PROFILE]
    const { status, out, err } = await run(['csv', ...files])
    expect(status).toBe(0)
    expect(err).toContain(`${PROFILE} is named twice\n`)
    expect(out).not.toBe((await run(['csv', PROGRAM, PROFILE])).out)
    expect(out).not.toContain('twice')
    // gprof is silent.
    expect(await run(['gprof', '-b', '-p', ...files])).toMatchObject({ status: 0, err: '' })
  })

  it('a saved profile opens like the files it was made of', async () => {
    const path = join(folder, 'sample.gmonscope')
    await run(['save', '-o', path, PROGRAM, PROFILE])
    expect((await run(['csv', path])).out).toBe((await run(['csv', PROGRAM, PROFILE])).out)
  })

  it('a saved profile opens as it was saved, and as measured when asked to', async () => {
    const path = join(folder, 'cut.gmonscope')
    const files = [PROGRAM, PROFILE]
    await run(['save', '-o', path, '--cut', 'main/raise_land', '--exclude-time', 'noise', ...files])
    const saved = await run(['json', path])
    expect(saved.err).toBe('')
    expect(JSON.parse(saved.out)).toMatchObject({ scenario: { cutArcs: [{ parent: 'main' }] } })
    const cut = ['--cut', 'main/raise_land', '--exclude-time', 'noise']
    expect((await run(['csv', path])).out).toBe((await run(['csv', ...cut, ...files])).out)
    expect((await run(['csv', '--as-measured', path])).out).toBe((await run(['csv', ...files])).out)
    const added = await run(['csv', '--exclude', 'clamp', path])
    expect(added.out).toBe((await run(['csv', ...cut, '--exclude', 'clamp', ...files])).out)
    const alone = await run(['csv', '--as-measured', '--exclude', 'clamp', path])
    expect(alone.out).toBe((await run(['csv', '--exclude', 'clamp', ...files])).out)
    expect(added.out).not.toBe(alone.out)
    const told = await run(['csv', path], { stdout: false, stderr: true })
    expect(told.err).toContain('main/raise_land cut, time of noise left out; --as-measured')
    expect(await run(['csv', '--exclude', 'nobody', path])).toMatchObject({ status: 2 })
  })

  it('a listing, saved, gives what the listing gives', async () => {
    const listing = join(folder, 'listing.txt')
    const path = join(folder, 'listing.gmonscope')
    writeFileSync(listing, (await runCommand(['gprof', PROGRAM, PROFILE])).out)
    expect(await run(['save', '-o', path, listing])).toMatchObject({ status: 0, err: '' })
    expect((await run(['csv', path])).out).toBe((await run(['csv', listing])).out)
  })

  it('a profile without time is refused for tools that want time', async () => {
    const { status, err } = await run(['pprof', '--exclude-time', 'main', '--only', 'main', PROGRAM, PROFILE])
    expect(status).toBe(0)
    expect(err).toBe('')
    const none = await run(['pprof', '--only', 'clamp', PROGRAM, PROFILE])
    expect(none.status).toBe(3)
    expect(none.err).toContain('There is no time to write')
  })

  it('csv and json give the bounds of the time on the stack if asked', async () => {
    const { out } = await run(['csv', '--bounds', PROGRAM, PROFILE])
    const [heads = '', ...lines] = out.split('\r\n')
    expect(heads).toMatch(
      /Total \(s\),Self %,Total %,At least \(s\),At most \(s\),At most is exact,Cycle,Name$/,
    )
    expect(lines.find((line) => line.endsWith(',call_function'))).toMatch(
      /,0\.07\d*,4\.50\d*,1,2,call_function$/,
    )
    const { functions, arcs } = JSON.parse((await run(['json', '--bounds', PROGRAM, PROFILE])).out)
    const member = functions.find(({ name }: { name: string }) => name === 'call_function')
    expect(member.leastTicks).toBeLessThan(member.mostTicks)
    expect(member).not.toHaveProperty('mostIsExact')
    const sure = arcs.filter(({ leastTicks }: { leastTicks: number }) => leastTicks > 0)
    expect(sure.length).toBeGreaterThan(0)
    for (const { child, leastTicks } of sure) expect(leastTicks).toBe(functions[child].leastTicks)
    expect((await run(['json', PROGRAM, PROFILE])).out).not.toContain('leastTicks')
  })

  it('csv begins with a byte order mark if that is asked for', async () => {
    const plain = await run(['csv', PROGRAM, PROFILE])
    expect(await run(['csv', '--bom', PROGRAM, PROFILE])).toEqual({
      ...plain,
      out: `\ufeff${plain.out}`,
    })
  })
})

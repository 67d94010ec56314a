// `gmonscope view`, or `gmonscope EXECUTABLE GMON...`: opens the viewer in a browser.
//
// The page is one document with the profile in it, served once. A temporary file would not do:
// sandboxed browsers (snap, flatpak) cannot read one, and files may open in an editor.
import { baseNameAnywhere } from '../../core/base/file-names.ts'
import { type Command, wholeNumberOf } from '../arguments.ts'
import { SCENARIO_OPTIONS } from '../scenario-options.ts'
import { hasDisplay, openInBrowser, servePage } from '../page-server.ts'
import { FAILED, OK } from '../io.ts'
import { progressOn } from '../progress.ts'
import { openFiles, scenarioRequest } from '../open-files.ts'
import { pageOfFiles } from '../one-file.ts'

/** Time that a browser may take to start, in milliseconds. */
const PATIENCE = 120_000

/** The `view` command. */
export const VIEW_COMMAND: Command = {
  name: 'view',
  operands: 'EXECUTABLE [GMON...]',
  summary: 'opens the viewer on them in your browser',
  about: `
Makes a page with the files in it, opens it in your default browser at an address that
cannot be guessed, and ends. If the files have more than 32 MB, the page holds the
profile alone, as html does. Use html for a page to send. To reload the page, keep the
command running (--stay).

Other users of the machine cannot see the page: the list of running programs does not
show its address.

Without a display, or with --no-open, the command prints the address and ends once it
was fetched. From another machine: ssh -L 8000:127.0.0.1:8000 HOST, with the same port
on both sides, and there

  gmonscope view --no-open --port 8000 prog gmon.out`,
  options: [
    { name: 'no-open', about: 'prints the address instead of opening it' },
    { name: 'stay', about: 'goes on serving the page until Ctrl-C' },
    { name: 'port', value: 'N', about: 'at this port of this machine instead of any' },
    ...SCENARIO_OPTIONS,
  ],
  async run(args, io) {
    const port = wholeNumberOf(args, 'port', 0, 65_535) ?? 0
    const say = (text: string): void => io.stderr(Buffer.from(`gmonscope: ${text}\n`))
    let page: readonly string[] = []
    const opened = await openFiles(args.files, scenarioRequest(args), io, async (found, sources) => {
      const progress = progressOn(io)
      page = await pageOfFiles(found, sources, progress)
      progress.end()
    })
    const stays = args.has('stay')
    const server = await servePage(page, `${baseNameAnywhere(opened.name)}.html`, port, stays)
    const stops = stays ? [] : [server.fetched]
    const showAddress = (): void => io.stdout(Buffer.from(`${server.address}\n`))
    const reportAddress = (): void => {
      say('no browser could be opened here; the address is')
      showAddress()
    }
    try {
      if (args.has('no-open')) showAddress()
      else if (!hasDisplay(process.env, process.platform)) reportAddress()
      else {
        let isReported = false
        say(`opening ${server.address}`)
        openInBrowser(server, () => {
          isReported = true
          reportAddress()
        })
        const lost = (): Promise<void> =>
          later(PATIENCE).then(() =>
            isReported ? new Promise<void>(() => {}) : Promise.reject(new NotFetched()),
          )
        if (!stays) stops.push(lost())
      }
      await (stops.length > 0 ? Promise.race(stops) : new Promise(() => {}))
      return OK
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error
      say(`no browser asked for the page within ${PATIENCE / 60_000} minutes`)
      return FAILED
    } finally {
      server.end()
    }
  },
}

class NotFetched extends Error {}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}

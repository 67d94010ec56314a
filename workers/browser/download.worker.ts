// Fetches a hosted profile after a person's consent. The page's policy allows its own origin
// only; this worker has a policy of its own and is never given a file. It is the only place that
// contacts other hosts.
import { expose, transfer } from 'comlink'
import type { DownloadService } from '../api/contract.ts'
import { joinBytes } from '../core/base/buffers.ts'
import { fail, succeed } from '../core/base/result.ts'
import { ProblemError } from '../core/problems/problem-error.ts'

/** Bytes. A saved profile is never larger, and it is held in memory. */
const LIMIT = 128 * 1024 * 1024

const service: DownloadService = {
  async download(address, onProgress) {
    try {
      const response = await ask(address)
      const bytes = await readAll(response, address, onProgress)
      return transfer(succeed({ name: nameIn(new URL(address)), bytes }), [bytes.buffer])
    } catch (error) {
      if (error instanceof ProblemError) return fail(error.problem)
      // A browser gives no details: unknown name, no answer, or not allowed by the server.
      return fail({ code: 'hosted/unreachable', address })
    }
  },
}

async function ask(address: string): Promise<Response> {
  const response = await fetch(address, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // Consent to one host is no consent to another.
    redirect: 'manual',
  })
  if (response.type === 'opaqueredirect') throw new ProblemError({ code: 'hosted/redirected', address })
  if (!response.ok) throw new ProblemError({ code: 'hosted/refused', address, status: response.status })
  return response
}

function nameIn({ pathname, hostname }: URL): string {
  const last = pathname.split('/').at(-1)
  if (!last) return hostname
  try {
    return decodeURIComponent(last)
  } catch {
    // An address may contain an invalid percent escape.
    return last
  }
}

async function readAll(
  response: Response,
  address: string,
  onProgress: (done: number, total: number) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(response.headers.get('content-length') ?? 0)
  const tooLarge = (bytes: number) =>
    new ProblemError({ code: 'hosted/too-large', address, bytes, limit: LIMIT })
  if (announced > LIMIT) throw tooLarge(announced)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let done = 0
  const reader = response.body?.getReader()
  for (;;) {
    const piece = await reader?.read()
    if (!piece || piece.done) break
    pieces.push(piece.value)
    done += piece.value.length
    if (done > LIMIT) {
      await reader?.cancel()
      throw tooLarge(done)
    }
    onProgress(done, announced)
  }
  return joinBytes(pieces)
}

expose(service)

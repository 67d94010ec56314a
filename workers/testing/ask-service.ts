// The worker's service without a worker: asked as a page asks it, by the same signals and numbers.
import type { Answer, Arguments, Question, RequestOptions } from '../api/contract.ts'
import { service } from '../browser/profile-service.ts'

let questions = 0

/** Asks the service of this thread. */
export async function ask<K extends Question>(
  question: K,
  args: Arguments<K>,
  { signal, onProgress }: RequestOptions<K> = {},
): Promise<Answer<K>> {
  const id = ++questions
  signal?.addEventListener('abort', () => service.abort(id))
  return service.ask(id, question, args, onProgress ?? null, null)
}

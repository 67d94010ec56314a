// The worker's service without a worker: asked as a page asks it, with the same signals.
import type { Answer, Arguments, Question, QuestionMethods, RequestOptions } from '../api/contract.ts'
import { ProfileService } from '../browser/profile-service.ts'

const service: QuestionMethods = new ProfileService()

/** Asks the service of this thread. */
export async function ask<K extends Question>(
  question: K,
  args: Arguments<K>,
  { signal, onProgress }: RequestOptions<K> = {},
): Promise<Answer<K>> {
  return service[question](...args, signal ?? null, onProgress ?? null, null)
}

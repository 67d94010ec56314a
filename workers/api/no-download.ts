// In place of download-client.ts in the one HTML file, whose policy lets it talk to nobody.
import { fail } from '../core/base/result.ts'

export function startDownload(address: string) {
  const why = 'this page is one file, and asks nobody'
  return {
    result: Promise.resolve(fail({ code: 'hosted/bad-address', address, why } as const)),
    cancel() {},
  }
}

// Time that passes at a test's word, as well as by itself.
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

/** Until the test ends, timers that begin from now on are due by `passTime` as well. */
export function fakeTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

/** Lets so many milliseconds pass at once, with what is due in them. */
export async function passTime(milliseconds: number): Promise<void> {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds)
  })
}

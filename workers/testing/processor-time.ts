// What something costs the processor, in tests of what may not take long: a busy machine takes longer, not more work.

/** Starts a watch. It answers the milliseconds that all threads of this process have worked since. */
export function processorTime(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

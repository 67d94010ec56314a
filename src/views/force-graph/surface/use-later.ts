// Values that follow later: once they have stayed the same for a moment, or once nothing moves.
import { useEffect, useState } from 'react'

/** At once when it becomes nothing. */
export function useLater<T>(value: T | null, delay: number): T | null {
  const [settled, setSettled] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return value === null ? null : settled
}

/** The value as it was when all was last at rest. */
export function useAtRest<T>(value: T, isMoving: boolean): T {
  const [rest, setRest] = useState(value)
  if (!isMoving && rest !== value) setRest(value)
  return isMoving ? rest : value
}

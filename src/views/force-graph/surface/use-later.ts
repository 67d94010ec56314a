// A value once it has stayed the same for a moment; at once when it becomes nothing.
import { useEffect, useState } from 'react'

export function useLater<T>(value: T | null, delay: number): T | null {
  const [settled, setSettled] = useState<T | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === null ? 0 : delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return value === null ? null : settled
}

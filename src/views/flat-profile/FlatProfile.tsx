// The flat profile.
import type { ViewProps } from '../view.ts'

export function FlatProfile({ opened }: ViewProps) {
  return <p>{opened.name}</p>
}

// The call graph.
import type { ViewProps } from '../view.ts'

export function CallGraph({ opened }: ViewProps) {
  return <p>{opened.name}</p>
}

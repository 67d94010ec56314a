// Leads to the view of all runs.
import type { ComponentProps } from 'react'
import { hashFor } from '../../state/selectors.ts'
import { useStore } from '../../state/store.ts'
import { runs } from '../../views/registry.ts'

export function RunsLink({ children, ...props }: ComponentProps<'a'>) {
  const shared = useStore((state) => state.shared)
  return (
    <a {...props} href={hashFor(shared, { view: runs.id })} onPointerEnter={() => void runs.preload()}>
      {children}
    </a>
  )
}

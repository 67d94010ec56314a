// The flat profile as the shell knows it.
import { lazy } from 'react'
import type { ViewDefinition } from '../view.ts'

const load = async () => ({ default: (await import('./FlatProfile.tsx')).FlatProfile })

export const flatProfile: ViewDefinition = {
  id: 'flat-profile',
  title: 'Flat profile',
  Component: lazy(load),
  preload: load,
}

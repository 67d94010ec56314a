// Source files that a person has at hand besides what was opened, and whether there is a use for them.
import type { ProfileView } from '../../workers/api/contract.ts'
import { setUi, useStore } from './store.ts'

/** Whether the program on screen was opened here, with debugging information, or the profile was saved with what it says. */
export function hasLines({ analyzed, sourcesLater, saved, reading }: ProfileView): boolean {
  if (saved) return saved.hasLines
  return reading !== undefined && (analyzed.profile.sources !== null || !!sourcesLater)
}

export function addSourceFiles(files: readonly File[]): void {
  const { sourceFiles } = useStore.getState().ui
  setUi({ sourceFiles: [...sourceFiles, ...files] })
}

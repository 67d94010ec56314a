// The theme and the open panel: what the frame needs before there is a profile.
import { rememberTheme, type Panel, type Theme } from './local.ts'
import { setLocal, useStore } from './store.ts'

export function setTheme(theme: Theme): void {
  rememberTheme(theme)
  setLocal({ theme })
}

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

export function showPanel(panel: Panel): void {
  setLocal({ panel })
}

export function togglePanel(panel: Panel): void {
  setLocal({ panel: useStore.getState().local.panel === panel ? 'none' : panel })
}

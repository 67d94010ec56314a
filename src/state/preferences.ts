// The theme and the open panel: what the frame needs before there is a profile.
import { rememberTheme, type Panel, type Theme } from './ui-state.ts'
import { setUi, useStore } from './store.ts'

export function setTheme(theme: Theme): void {
  rememberTheme(theme)
  setUi({ theme })
}

export function nextTheme(theme: Theme): Theme {
  return theme === 'system' ? 'light' : theme === 'light' ? 'dark' : 'system'
}

export function showPanel(panel: Panel): void {
  setUi({ panel })
}

export function togglePanel(panel: Panel): void {
  setUi({ panel: useStore.getState().ui.panel === panel ? 'none' : panel })
}

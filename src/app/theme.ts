// Puts the chosen theme on the page; theme.css does the rest.
import { useStore } from '../state/store.ts'

export function startTheme(): () => void {
  apply()
  return useStore.subscribe(apply)
}

function apply(): void {
  const { theme } = useStore.getState().ui
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

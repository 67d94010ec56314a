// Applies light, dark or the system's theme to the page.
import { useStore } from '../../state/store.ts'

/** Applies the theme now and after each change. Returns a function that stops it. */
export function startTheme(): () => void {
  apply()
  return useStore.subscribe(apply)
}

function apply(): void {
  const { theme } = useStore.getState().ui
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

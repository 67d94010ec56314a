// Puts the chosen theme on the page; theme.css does the rest.
import { useStore } from '../state/store.ts'

export function startTheme(): () => void {
  const apply = () => {
    const { theme } = useStore.getState().local
    if (theme === 'system') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }
  apply()
  return useStore.subscribe(apply)
}

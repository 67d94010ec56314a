// The theme: applies light, dark or the system's theme to the page, and draws the button that
// changes it.
import { nextTheme, setTheme, useStore } from '../state/store.ts'
import { IconButton, MoonIcon, SunIcon, SystemIcon } from '../ui/controls.tsx'

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

// One button cycles through light, dark and the system's theme.

const ICONS = { light: SunIcon, dark: MoonIcon, system: SystemIcon }
const WORDS = { light: 'light', dark: 'dark', system: 'as the system says' }

export function ThemeButton() {
  const theme = useStore((state) => state.ui.theme)
  const Icon = ICONS[theme]
  return (
    <IconButton
      label={`Theme: ${WORDS[theme]}`}
      title="Light, dark, or as the system says"
      onClick={() => setTheme(nextTheme(theme))}
    >
      <Icon />
    </IconButton>
  )
}

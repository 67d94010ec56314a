// The theme: applies light, dark or the system's to the page, and the button that changes it.
import { nextTheme, setTheme, useStore } from '../state/store.ts'
import { IconButton, MoonIcon, SunIcon, SystemIcon } from '../ui/controls.tsx'

export function startTheme(): () => void {
  apply()
  return useStore.subscribe(apply)
}

function apply(): void {
  const { theme } = useStore.getState().ui
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}

// Light, dark, or as the system says; one button that goes round.

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

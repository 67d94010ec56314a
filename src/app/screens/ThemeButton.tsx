// The theme: applies light, dark or the system's theme to the page, which a button changes.
import { nextTheme, setTheme } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { IconButton, MoonIcon, SunIcon, SystemIcon } from '../../ui/icons.tsx'

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

const ICONS = { light: SunIcon, dark: MoonIcon, system: SystemIcon }
const WORDS = { light: 'light', dark: 'dark', system: 'system' }

export function ThemeButton() {
  const theme = useStore((state) => state.ui.theme)
  const Icon = ICONS[theme]
  return (
    <IconButton
      label={`Theme: ${WORDS[theme]}`}
      title="Light, dark or system"
      onClick={() => setTheme(nextTheme(theme))}
    >
      <Icon />
    </IconButton>
  )
}

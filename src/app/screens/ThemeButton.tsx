// The button that changes the theme: light, dark or the system's.
import { nextTheme, setTheme } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { IconButton, MoonIcon, SunIcon, SystemIcon } from '../../ui/icons.tsx'

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

// Light, dark, or as the system says; one button that goes round.
import { nextTheme, setTheme, useStore } from '../../state/store.ts'
import { IconButton, MoonIcon, SunIcon, SystemIcon } from '../../ui/controls.tsx'

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

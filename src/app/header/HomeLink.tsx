// The mark in the corner: back to the first screen.
import type { MouseEvent } from 'react'
import { startOver } from '../../state/opening/open.ts'
import { navigate } from '../../state/url-sync.ts'
import { EMPTY_URL_STATE } from '../../state/url-state.ts'
import { ownText } from '../one-file/own-document.ts'
import { Logo } from '../../ui/controls.tsx'
import styles from './home-link.module.css'

export function HomeLink({ isNamed = false }: { readonly isNamed?: boolean }) {
  return (
    <a
      href={ownText() === null ? '../' : '#'}
      className={styles.home}
      title="Start over"
      aria-label="gmonscope: start over"
      onClick={leave}
    >
      <Logo />
      {isNamed && 'gmonscope'}
    </a>
  )
}

function leave(event: MouseEvent): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  startOver()
  navigate(EMPTY_URL_STATE, 'push')
}

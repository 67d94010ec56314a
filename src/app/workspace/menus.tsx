// The menu of a function, an arc or a cycle, opened by a right click, the menu key, Shift F10, or a long
// touch. The palette is here, too: their code loads on first use.
import { Suspense, useCallback, useEffect, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { showPanel } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import { focusSearch } from './keyboard.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { startLongTouches } from '../../ui/long-touch.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Copied } from '../../ui/CopyTable.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { MenuPlace } from '../../ui/context-menu.tsx'
import { type MenuSubject, menuSubjectAt } from '../../views/menu-subject.ts'

const { Component: Menu } = lazyPart(async () => (await import('./FunctionMenu.tsx')).FunctionMenu)
const { Component: List } = lazyPart(async () => (await import('./Palette.tsx')).Palette)

interface OpenMenu {
  readonly subject: MenuSubject
  readonly place: MenuPlace
}

export function Commands({ opened }: { readonly opened: ProfileView }) {
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const { outcome, copy } = useCopy()
  const onClose = useCallback(() => setMenu(null), [])
  const onCopy = useCallback((text: string, what = 'Name copied') => void copy(text, what), [copy])
  useEffect(() => startMenus(setMenu), [])
  const isPalette = useStore((state) => state.ui.panel === 'palette')
  return (
    <>
      {menu && (
        <BugBoundary>
          <Suspense fallback={null}>
            <Menu opened={opened} {...menu} onCopy={onCopy} onClose={onClose} />
          </Suspense>
        </BugBoundary>
      )}
      <Dialog title="Commands" isOpen={isPalette} onClose={() => showPanel('none')}>
        <BugBoundary>
          <Suspense fallback={<p>Loading …</p>}>
            <List opened={opened} onCopy={onCopy} onSearch={searchAfterDialog} />
          </Suspense>
        </BugBoundary>
      </Dialog>
      <Copied outcome={outcome} />
    </>
  )
}

/** Waits until the dialog has returned the focus. */
const searchAfterDialog = () => void requestAnimationFrame(focusSearch)

/** Reports each request for a menu. Returns a function that stops it. */
function startMenus(onOpen: (menu: OpenMenu) => void): () => void {
  const openAt = (target: EventTarget | null, at: { x: number; y: number } | null): boolean => {
    const subject = menuSubjectAt(target)
    if (!subject) return false
    const { left, bottom } = subject.element.getBoundingClientRect()
    const { activeElement, body } = document
    const from = activeElement === body ? subject.element : activeElement
    onOpen({ subject, place: { ...(at ?? { x: Math.max(0, left) + 24, y: bottom }), from } })
    return true
  }
  const onContextMenu = (event: PointerEvent | MouseEvent) => {
    const { target, clientX: x, clientY: y, shiftKey } = event
    // Shift opens the browser's own menu, which also copies selected text and opens links.
    const isOnText = window.getSelection()?.isCollapsed === false
    if (shiftKey || isOnText || event.defaultPrevented) return
    if (touches.isHeld() || openAt(target, { x, y })) event.preventDefault()
  }
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (isMenuKey && openAt(event.target, null)) event.preventDefault()
  }
  const touches = startLongTouches({ onHold: (touched, at) => !isExplained(touched) && openAt(touched, at) })
  const end = new AbortController()
  const options = { capture: true, signal: end.signal }
  window.addEventListener('contextmenu', onContextMenu, options)
  window.addEventListener('keydown', onKeyDown, options)
  return () => {
    touches.stop()
    end.abort()
  }
}

/** A long touch on a number explains it. */
const isExplained = (touched: Element): boolean => touched.closest('[data-tip]:not([data-menu])') !== null

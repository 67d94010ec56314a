// The menu of a function, an arc or a cycle, opened by a right click, the menu key, Shift F10, or a long
// touch. The palette is here, too: their code loads on first use.
import { Suspense, useCallback, useEffect, useState } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import { showPanel } from '../../state/actions.ts'
import { useStore } from '../../state/store.ts'
import { BugBoundary } from '../screens/BugBoundary.tsx'
import { focusSearch } from './keyboard.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Copied } from '../../ui/CopyTable.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import type { MenuPlace } from '../../ui/context-menu.tsx'
import { type MenuSubject, menuSubjectAt } from '../../views/menu-subject.ts'

const { Component: Menu } = lazyPart(async () => (await import('./FunctionMenu.tsx')).FunctionMenu)
const { Component: List } = lazyPart(async () => (await import('./Palette.tsx')).Palette)

/** Milliseconds of a long touch, a little less than browsers take for their own menu. */
const TOUCH_MS = 450
/** Pixels that a resting finger moves. */
const TOUCH_SLACK = 10

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
  let timer: ReturnType<typeof setTimeout> | undefined
  let touch = { x: 0, y: 0 }
  /** True after a long touch: lifting the finger is then no tap. */
  let isHeld = false
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
    if (isHeld || openAt(target, { x, y })) event.preventDefault()
  }
  const onKeyDown = (event: globalThis.KeyboardEvent) => {
    const isMenuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)
    if (isMenuKey && openAt(event.target, null)) event.preventDefault()
  }
  const onPointerDown = ({ target, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    clearTimeout(timer)
    isHeld = false
    if (pointerType !== 'touch' || isExplained(target)) return
    touch = { x, y }
    timer = setTimeout(() => {
      isHeld = openAt(target, touch)
    }, TOUCH_MS)
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - touch.x, clientY - touch.y) > TOUCH_SLACK) clearTimeout(timer)
  }
  const onTouchEnd = () => clearTimeout(timer)
  const onClick = (event: MouseEvent) => {
    if (!isHeld) return
    isHeld = false
    event.stopPropagation()
    event.preventDefault()
  }
  const listeners = [
    ['contextmenu', onContextMenu],
    ['keydown', onKeyDown],
    ['pointerdown', onPointerDown],
    ['pointermove', onPointerMove],
    ['pointerup', onTouchEnd],
    ['pointercancel', onTouchEnd],
    ['click', onClick],
  ] as const
  for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true)
  return () => {
    clearTimeout(timer)
    for (const [name, listener] of listeners)
      window.removeEventListener(name, listener as EventListener, true)
  }
}

/** A long touch on a number explains it. */
const isExplained = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[data-tip]:not([data-menu])') !== null

// What all views share: how one is registered, and the switches for static calls and for the folded library.
import { type ComponentType, useMemo } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import { canFold } from '../../workers/core/reports/what-if.ts'
import type { CycleIndex } from '../../workers/core/analysis/analyzed-profile.ts'
import type { ArcIndex, FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import { type State, useStore } from '../state/store.ts'
import { asMeasured, hasCode, toggleFoldStd, toggleStaticArcs } from '../state/queries.ts'
import controls from '../ui/controls.module.css'

// The interface between a view and the workspace that shows it. A view's folder is named after its
// id; views/registry.ts lists them.

/** Props of a view. */
export interface ViewProps {
  readonly opened: ProfileView
  /** Whether it is drawn beside the list, with little room: without tools and legend. */
  readonly isPane?: boolean
}

/** Props of a view's part of the details. */
export interface DetailsProps extends ViewProps {
  readonly f: FunctionIndex
}

/** A file that the view exports. Loads its code when first used. */
export interface ViewExport {
  /** Text of the button. */
  readonly label: string
  readonly extension: string
  readonly make: (opened: ProfileView) => Promise<Blob>
}

/** A view, as the workspace uses it. */
export interface ViewDefinition {
  /** Folder name and `view=` value. */
  readonly id: string
  /** Text of the tab. */
  readonly title: string
  /** Fills its container and scrolls inside. Lazy, see views/registry.ts. */
  readonly Component: ComponentType<ViewProps>
  /** Loads the view's code ahead of its first use. */
  readonly preload: () => Promise<unknown>
  /** Whether the view applies to this profile; undefined: to every profile. */
  readonly appliesTo?: (opened: ProfileView) => boolean
  /** Offered in the export menu while the view is shown. */
  readonly exports?: readonly ViewExport[]
  /** Describes the exports' content; "all that is drawn" by default. */
  readonly exportWords?: string
  /** The view's part of the details of the selected function. */
  readonly Details?: ComponentType<DetailsProps>
  /** Whether there is something to export, or to show in the details; always by default. */
  readonly hasContent?: (state: State) => boolean
}

// The function, the arc or the cycle that an element shows, for the menu that the workspace opens on it.

/** The ends of an arc. */
export interface ArcEnds {
  readonly parent: FunctionIndex
  readonly child: FunctionIndex
}

/** Returns the ends of an arc; null if there is no such arc. */
export function arcEnds({ analyzed }: ProfileView, arc: ArcIndex): ArcEnds | null {
  const { arcs } = analyzed.profile
  const [parent, child] = [arcs.parent[arc], arcs.child[arc]]
  return parent === undefined || child === undefined ? null : { parent, child }
}

/** What a menu is for: a function, an arc, a function at the end of an arc, or a cycle. */
export interface MenuSubject {
  readonly f: FunctionIndex | null
  readonly arc: ArcEnds | null
  readonly cycle: CycleIndex | null
}

/** Returns the attribute of an element that shows this function, or this arc. */
export const menuOf = (f: FunctionIndex | null, arc: ArcEnds | null = null): { 'data-menu': string } => ({
  'data-menu': `${f ?? ''} ${arc ? `${arc.parent} ${arc.child}` : ''}`,
})

/** First word of the attribute of an element that shows a cycle. */
const CYCLE = 'cycle'

/** Returns the attribute of an element that shows this cycle as a whole. */
export const menuOfCycle = (cycle: CycleIndex): { 'data-menu': string } => ({
  'data-menu': `${CYCLE} ${cycle}`,
})

/** Returns what the element at an event shows; null if it has no menu. */
export function menuSubjectAt(target: EventTarget | null): (MenuSubject & { element: Element }) | null {
  const element = target instanceof Element ? target.closest('[data-menu]') : null
  if (!element) return null
  const [f = '', parent = '', child = ''] = (element.getAttribute('data-menu') ?? '').split(' ')
  if (f === CYCLE) return { f: null, arc: null, cycle: Number(parent) as CycleIndex, element }
  const index = (text: string) => Number(text) as FunctionIndex
  return {
    cycle: null,
    f: f === '' ? null : index(f),
    arc: parent === '' ? null : { parent: index(parent), child: index(child) },
    element,
  }
}

// Folds the C++ standard library into its callers, where a profile has functions of it.

export function FoldSwitch({ opened }: ViewProps) {
  const isOn = useStore((state) => state.shared.scenario.foldStd)
  const { analyzed, listing } = asMeasured(opened)
  const { profile } = analyzed
  const { printed } = listing.flat
  const isOffered = useMemo(() => canFold(profile, printed), [profile, printed])
  // A switch that a link turned on can be turned off.
  if (!isOffered && !isOn) return null
  return (
    <Switch
      label="Fold std::"
      isOn={isOn}
      title="Folds functions of std::, __gnu_cxx:: and the like into their callers, by gprof’s shares: self times of callers become estimates"
      onToggle={toggleFoldStd}
    />
  )
}

// Switches static calls on or off, as arcs in every view.

export function StaticArcsSwitch() {
  const isOn = useStore((state) => state.shared.scenario.staticArcs)
  const isOffered = useStore(({ session }) => hasCode(session))
  // Without code the switch has no effect, but an option that a link turned on can be turned off.
  if (!isOffered && !isOn) return null
  return (
    <Switch
      label="Static calls"
      isOn={isOn}
      title="Also calls in the program’s code that were not counted, as arcs without a count: they can make cycles (gprof -c, found properly)"
      onToggle={toggleStaticArcs}
    />
  )
}

function Switch(props: {
  readonly label: string
  readonly isOn: boolean
  readonly title: string
  readonly onToggle: () => void
}) {
  const { label, isOn, title, onToggle } = props
  return (
    <button type="button" className={controls.toggle} aria-pressed={isOn} title={title} onClick={onToggle}>
      {label}
    </button>
  )
}

// What the workspace needs of a view. A view's folder is named after its id; views/registry.ts lists
// them.
import type { ComponentType } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import type { State } from '../state/store.ts'

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

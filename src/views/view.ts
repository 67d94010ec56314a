// What a view is to the shell that shows it. A view's folder is named after its id; its registry.ts exports one of these.
import type { ComponentType } from 'react'
import type { ProfileView } from '../../workers/api/contract.ts'
import type { FunctionIndex } from '../../workers/core/profile/call-graph-profile.ts'
import type { State } from '../state/store.ts'

export interface ViewProps {
  readonly opened: ProfileView
}

export interface DetailsProps extends ViewProps {
  readonly f: FunctionIndex
}

/** A file made of what the view shows. Fetches its code when first asked. */
export interface ViewExport {
  /** Text of the button. */
  readonly label: string
  readonly extension: string
  readonly make: (opened: ProfileView) => Promise<Blob>
}

export interface ViewDefinition {
  /** Folder name and `view=` value. */
  readonly id: string
  /** Text of the tab. */
  readonly title: string
  /** Fills the space it is given and scrolls inside. Lazy, see views/registry.ts. */
  readonly Component: ComponentType<ViewProps>
  /** Fetches the view's code ahead of its first use. */
  readonly preload: () => Promise<unknown>
  /** Whether this profile has what it shows; not there: every profile does. */
  readonly appliesTo?: (opened: ProfileView) => boolean
  /** Offered in the export panel while the view is shown. */
  readonly exports?: readonly ViewExport[]
  /** What these have in them; "all that is drawn" unless given. */
  readonly exportWords?: string
  /** What it has to say of the selected function, in the details panel. */
  readonly Details?: ComponentType<DetailsProps>
  /** Whether there is anything to export, or to say in the details; always unless given. */
  readonly hasContent?: (state: State) => boolean
}

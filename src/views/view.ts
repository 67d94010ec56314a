// What a view is to the shell that shows it. A view's folder is named after its id; its index.ts exports one of these.
import type { ComponentType } from 'react'
import type { OpenedProfile } from '../../workers/api/contract.ts'

export interface ViewProps {
  readonly opened: OpenedProfile
}

/** A file made of what the view shows. Fetches its code when first asked. */
export interface ViewExport {
  /** Text of the button. */
  readonly label: string
  readonly extension: string
  readonly make: (opened: OpenedProfile) => Promise<Blob>
}

export interface ViewDefinition {
  /** Folder name and `view=` value. */
  readonly id: string
  /** Text of the tab. */
  readonly title: string
  /** Fills the space it is given and scrolls inside. Lazy, see flat-profile/index.ts. */
  readonly Component: ComponentType<ViewProps>
  /** Fetches the view's code ahead of its first use. */
  readonly preload: () => Promise<unknown>
  /** Offered in the export panel while the view is shown. */
  readonly exports?: readonly ViewExport[]
}

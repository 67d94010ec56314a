// The colours of groups of functions, from the variables of the theme, and the mark before a name.
import { type FunctionGroup, hueOf } from '../../workers/core/reports/groups.ts'
import styles from './text.module.css'

/**
 * Returns the colour of a box of a group, on which text is legible.
 *
 * @param hue see `hueOf`; negative for functions without a group
 */
export const groupColour = (hue: number): string => `var(--group-${hue < 0 ? 'none' : hue})`

/** Returns the colour of a small mark of a group, which contrasts with the page. */
export const groupMarkColour = (hue: number): string => `var(--group-mark-${hue < 0 ? 'none' : hue})`

/** A mark in the colour of a function's group, in front of its name. */
export function GroupMark({ group }: { readonly group: FunctionGroup }) {
  return (
    <span
      className={styles.groupMark}
      style={{ background: groupMarkColour(hueOf(group)) }}
      title={group.kind === 'none' ? undefined : group.key}
      aria-hidden="true"
    />
  )
}

// The mark of a group of functions before a name.
import { type FunctionGroup, hueOf } from '../../workers/core/reports/groups.ts'
import styles from './text.module.css'
import { groupMarkColour } from './group-colour.ts'

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

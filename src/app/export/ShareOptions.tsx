// What is shared, what stays private. The same choices apply to link, file, HTML.
import type { ShareChoice } from '../../../workers/api/contract.ts'
import styles from './share.module.css'

const NAMES: readonly (readonly [ShareChoice['names'], string, string])[] = [
  ['kept', 'As they are', ''],
  ['shortened', 'Shortened', 'Without parameters and template arguments'],
  [
    'replaced',
    'Replaced by f1, f2, …',
    'The same function has the same name throughout. Files, paths and addresses are replaced or left out, too.',
  ],
]

type Switch = Exclude<keyof ShareChoice, 'names'>

export function ShareOptions({
  choice,
  onChoice,
  hasSources,
  offersLines,
}: {
  readonly choice: ShareChoice
  readonly onChoice: (choice: ShareChoice) => void
  readonly hasSources: boolean
  readonly offersLines: boolean
}) {
  const isReplaced = choice.names === 'replaced'
  const box = (key: Switch, label: string, isForced: boolean) => (
    <label className={styles.option}>
      <input
        type="checkbox"
        checked={choice[key] || isForced}
        disabled={isForced}
        onChange={(event) => onChoice({ ...choice, [key]: event.target.checked })}
      />
      {label}
    </label>
  )
  return (
    <div className={styles.choices}>
      <fieldset className={styles.field}>
        <legend>Function names</legend>
        {NAMES.map(([names, label, title]) => (
          <label key={names} className={styles.option} title={title}>
            <input
              type="radio"
              name="share-names"
              checked={choice.names === names}
              onChange={() => onChoice({ ...choice, names })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <fieldset className={styles.field}>
        <legend>Leave out</legend>
        {box('withoutDirectories', 'Directories of files and sources', isReplaced)}
        {hasSources && box('withoutSources', 'Source files and lines', isReplaced)}
        {offersLines && box('withoutLines', 'Times of lines', isReplaced || choice.withoutSources)}
        {box('withoutNotices', 'Notices', false)}
      </fieldset>
    </div>
  )
}

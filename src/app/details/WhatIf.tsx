// What the selected function can be left out of, each a switch; with the words above them they read as one sentence.
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { NameList } from '../../../workers/core/analysis/scenario/scenario.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { rawName } from '../../../workers/core/reports/names/names.ts'
import { toggleName } from '../../state/scenario.ts'
import { useStore } from '../../state/store.ts'
import controls from '../../ui/controls.module.css'
import styles from './details.module.css'

const SWITCHES: readonly { readonly list: NameList; readonly text: string; readonly title: string }[] = [
  {
    list: 'timeLeftOut',
    text: 'it took no time',
    title: 'Its time counts nowhere in the call graph (gprof -N)',
  },
  { list: 'leftOut', text: 'it was left out', title: 'Without it and its time in the call graph (gprof -E)' },
  {
    list: 'only',
    text: 'only it and its children ran',
    title: 'Only it and what it calls, and only time below it (gprof -F)',
  },
]

export function WhatIf({ opened, f }: { readonly opened: ProfileView; readonly f: FunctionIndex }) {
  const scenario = useStore((state) => state.shared.scenario)
  const name = rawName(opened.analyzed.profile.functions, f)
  return (
    <div role="group" aria-label="What if" className={styles.whatIf}>
      <span className={styles.subtitle}>What if …</span>
      {SWITCHES.map(({ list, text, title }) => (
        <button
          key={list}
          type="button"
          className={controls.button}
          aria-pressed={scenario[list].includes(name)}
          title={title}
          onClick={() => toggleName(list, name)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}

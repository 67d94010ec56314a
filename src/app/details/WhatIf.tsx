// What if the selected function were faster or excluded: switches, with the outcome as a sentence.
import { useMemo } from 'react'
import type { ProfileView } from '../../../workers/api/contract.ts'
import type { FunctionIndex } from '../../../workers/core/profile/call-graph-profile.ts'
import { rawName } from '../../../workers/core/names/names.ts'
import { useStore } from '../../state/store.ts'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { keepUnits } from '../../ui/keep-units.ts'
import { setFactor, toggleName } from '../../state/questions/scenario.ts'
import { factorOf, type NameList } from '../../../workers/core/analysis/scenario/scenario.ts'
import { outcomeOf } from '../../../workers/core/reports/savings.ts'
import type { Bounds } from '../../../workers/core/trust/bounds/bounds.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './details.module.css'

const SWITCHES: readonly { readonly list: NameList; readonly text: string; readonly title: string }[] = [
  {
    list: 'timeLeftOut',
    text: 'Ignore its time (-N)',
    title: 'gprof -N: its time counts nowhere in the call graph. The flat profile does not change.',
  },
  {
    list: 'leftOut',
    text: 'Exclude (-E)',
    title: 'gprof -E: removes it and its time from the call graph. The flat profile does not change.',
  },
  {
    list: 'only',
    text: 'Focus (-F)',
    title:
      'gprof -F: keeps only it, what it calls, and the time below it in the call graph. The flat profile does not change.',
  },
]

interface WhatIfProps {
  readonly opened: ProfileView
  readonly f: FunctionIndex
  readonly bounds: Bounds | null
}

export function WhatIf({ opened, f, bounds }: WhatIfProps) {
  const scenario = useStore((state) => state.shared.scenario)
  const name = rawName(opened.analyzed.profile.functions, f)
  return (
    <>
      <Faster opened={opened} f={f} bounds={bounds} />
      <div role="group" aria-label="In the call graph" className={styles.whatIf}>
        <span className={styles.subtitle}>In the call graph</span>
        {SWITCHES.map(({ list, text, title }) => (
          <Button
            key={list}
            aria-pressed={scenario[list].includes(name)}
            title={title}
            onClick={() => toggleName(list, name)}
          >
            {text}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Infinity: it takes no time. */
const FACTORS = [2, 5, 10, Infinity] as const

const buttonText = (factor: number): string => (factor === Infinity ? 'No time' : `${factor}×`)

function Faster({ opened, f, bounds }: WhatIfProps) {
  const { analyzed } = opened
  const scenario = useStore((state) => state.shared.scenario)
  const measured = (opened.asMeasured ?? opened).analyzed
  const outcome = useMemo(
    () => outcomeOf(measured, analyzed, bounds, f, scenario),
    [measured, analyzed, bounds, f, scenario],
  )
  if (!outcome) return null
  const name = rawName(measured.profile.functions, f)
  const current = factorOf(scenario, name)
  const isKnown = current === 1 || FACTORS.some((factor) => factor === current)
  const factors = isKnown ? FACTORS : [current, ...FACTORS]
  return (
    <div className={styles.faster}>
      <div role="group" aria-label="Faster" className={styles.whatIf}>
        <span className={styles.subtitle}>What if it were faster</span>
        <div className={styles.segments}>
          {factors.map((factor) => (
            <Button
              key={factor}
              aria-pressed={factor === current}
              disabled={!outcome.isOpen && factor !== current}
              title={
                factor === Infinity
                  ? 'As if its own code took no time. All times change, the program’s included.'
                  : `As if its own code ran ${factor} times as fast. All times change, the program’s included.`
              }
              onClick={() => setFactor(name, factor === current ? 1 : factor)}
            >
              {buttonText(factor)}
            </Button>
          ))}
        </div>
      </div>
      <Tooltip content={() => outcome.explanation}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- numbers explain themselves on focus, too */}
        <p role="status" tabIndex={0} data-tip="outcome" className={styles.outcome}>
          {outcome.saving !== '' && <b>{keepUnits(outcome.saving)} </b>}
          {keepUnits(outcome.limit)}
        </p>
      </Tooltip>
    </div>
  )
}

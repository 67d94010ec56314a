// Switches of the scenario that views offer: folds the C++ standard library into its callers, shows
// static calls as arcs.
import { useMemo } from 'react'
import { canFold } from '../../workers/core/reports/scenario-text.ts'
import { useStore } from '../state/store.ts'
import { asMeasured, toggleFoldStd, toggleStaticArcs } from '../state/questions/scenario.ts'
import { hasCode } from '../state/questions/static-calls.ts'
import { Button } from '../ui/Button.tsx'
import type { ViewProps } from './view.ts'

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
    <Button look="toggle" aria-pressed={isOn} title={title} onClick={onToggle}>
      {label}
    </Button>
  )
}

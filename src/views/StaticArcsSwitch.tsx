// Switches static calls on or off, as arcs in every view.
import { hasCode, toggleStaticArcs } from '../state/scenario.ts'
import { useStore } from '../state/store.ts'
import controls from '../ui/controls.module.css'

export function StaticArcsSwitch() {
  const isOn = useStore((state) => state.shared.scenario.staticArcs)
  const isOffered = useStore(({ session }) => hasCode(session))
  // Without code the switch has no effect, but an option that a link turned on can be turned off.
  if (!isOffered && !isOn) return null
  return (
    <button
      type="button"
      className={controls.toggle}
      aria-pressed={isOn}
      title="Also calls that stand in the program’s code and were never taken, as arcs without a count: they can make cycles (gprof -c, found properly)"
      onClick={toggleStaticArcs}
    >
      Calls never taken
    </button>
  )
}

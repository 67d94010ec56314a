// Keeps the numbers in step with the link's scenario: asks the worker, and puts the answer in the place of the numbers
// on screen. An answer to an older question is dropped; what is opened and selected stays.
import type { AnalysisChange, OpenedProfile, ProfileService, Step } from '../../../workers/api/contract.ts'
import { isEmptyScenario, type Scenario } from '../../../workers/core/analysis/scenario/scenario.ts'
import { applyChange } from '../../../workers/core/reports/what-if/analysis-change.ts'
import { carryEntries } from '../../../workers/core/reports/what-if/carry-entries.ts'
import { PATIENCE_MS } from './patience.ts'
import { findPossibleCalls, stopPossibleCalls } from './possible-calls.ts'
import { undo } from '../scenario.ts'
import { follow, NO_HISTORY } from '../scenario-history.ts'
import { askWorker } from './service.ts'
import { openedIn } from '../session.ts'
import { setLocal, useStore, type State } from '../store.ts'
import { isSameScenario } from '../url/scenario-hash.ts'
import { navigate } from '../url/sync.ts'

let question = 0

export function startAnalysis(): () => void {
  let { scenario } = useStore.getState().shared
  const keepInStep = (state: State) => {
    // What that changes comes here by itself.
    if (state.session.phase === 'ready' && takeBackStaticArcs(state.session.opened)) return
    const before = scenario
    scenario = state.shared.scenario
    if (!isSameScenario(before, scenario))
      setLocal({ history: follow(state.local.history, before, scenario) })
    const { session } = state
    if (session.phase !== 'ready') {
      if (!openedIn(session) && state.local.history !== NO_HISTORY) setLocal({ history: NO_HISTORY })
      return
    }
    if (asked && isSameScenario(asked.scenario, scenario) && asked.files === session.opened.files) return
    if (asked || !isSameScenario(session.opened.analyzed.scenario, scenario)) {
      void ask(session.opened, scenario)
    }
  }
  keepInStep(useStore.getState())
  return useStore.subscribe(keepInStep)
}

/** The question under way. */
let asked: { readonly scenario: Scenario; readonly files: OpenedProfile['files'] } | null = null

const isAsked = (): boolean => asked !== null

async function ask({ files }: OpenedProfile, scenario: Scenario): Promise<void> {
  const mine = ++question
  asked = { scenario, files }
  const slow = setTimeout(() => {
    if (mine === question) setLocal({ isAnalyzing: true })
  }, PATIENCE_MS)
  // Reading the program's code may take long, and tells how far it is.
  if (scenario.staticArcs) await findPossibleCalls()
  const result = mine === question ? await askWorker((service) => service.analyze(scenario)) : null
  clearTimeout(slow)
  if (mine !== question || !result) return
  const { session } = useStore.getState()
  if (session.phase === 'ready' && session.opened.files === files) {
    if (result.ok) show(session.opened, result.value)
    else {
      const { problem } = result
      useStore.setState({ session: { phase: 'failed', problem, files: [], previous: session.opened } })
    }
  }
  // Only now: whoever hears of a change in between must not ask again.
  asked = null
  if (useStore.getState().local.isAnalyzing) setLocal({ isAnalyzing: false })
}

/**
 * A gprof listing has no code in which calls could stand, so a link's wish for them is not kept: working its rounded
 * numbers out again would only blur them. Whether there was such a wish.
 */
export function takeBackStaticArcs(opened: OpenedProfile): boolean {
  const { scenario } = useStore.getState().shared
  const kept = scenarioFor(opened, scenario)
  if (kept === scenario) return false
  navigate({ scenario: kept }, 'replace')
  return true
}

const scenarioFor = ({ analyzed }: OpenedProfile, scenario: Scenario): Scenario =>
  analyzed.profile.listed && scenario.staticArcs ? { ...scenario, staticArcs: false } : scenario

/** The worker that was asked is gone: another is asked, if there was a question. */
export function askAgain(): void {
  const { session, shared } = useStore.getState()
  if (asked && session.phase === 'ready') void ask(session.opened, shared.scenario)
}

/** Goes back to the scenario before; the answer under way is dropped. */
export function cancelAnalysis(): void {
  question++
  asked = null
  // First: as long as the link names it, whoever hears of a change asks for it again.
  undo()
  setLocal({ isAnalyzing: false })
  stopPossibleCalls()
  const { session } = useStore.getState()
  if (isAsked() || session.phase !== 'ready') return
  // The worker sorts and writes by what it was asked for last: that is to be what is on screen.
  const { scenario } = session.opened.analyzed
  void askWorker((service) => service.analyze(scenario))
}

/** A profile just opened, as it is under the link's scenario, before anything of it is shown. */
export async function openedUnder(
  service: ProfileService,
  opened: OpenedProfile,
  wanted: Scenario,
  onStep: (step: Step) => void,
): Promise<OpenedProfile> {
  const scenario = scenarioFor(opened, wanted)
  if (isEmptyScenario(scenario)) return opened
  if (scenario.staticArcs)
    await service.possibleCalls((done, total) => onStep({ stage: 'code', file: '', done, total }))
  const result = await service.analyze(scenario)
  return result.ok ? changed(opened, result.value) : opened
}

function changed(opened: OpenedProfile, change: AnalysisChange): OpenedProfile {
  const { asMeasured: before, ...rest } = opened
  const { analyzed, listing } = before ?? opened
  const plain = { analyzed, listing }
  const now = applyChange(plain, change)
  return { ...rest, ...now, ...(now === plain ? {} : { asMeasured: plain }) }
}

function show(before: OpenedProfile, change: AnalysisChange): void {
  const opened = changed(before, change)
  const { local } = useStore.getState()
  useStore.setState({
    session: { phase: 'ready', opened },
    local: { ...local, unfolded: local.unfolded && carryEntries(before, opened, local.unfolded) },
  })
}

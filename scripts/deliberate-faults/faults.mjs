// Deliberate faults: one wrong piece of code each, and the tests that should notice it.

/**
 * @typedef {{ area: string, what: string, file: string, from: string, to: string, tests: readonly string[], reason?: string }} Fault
 *   `what`: what goes wrong, as a user would see it; `from` occurs exactly once in `file`, `to` replaces it;
 *   `tests`: files or folders of unit tests;
 *   `reason`: why no test notices it
 */

const CORE = 'workers/core'
const GMON = `${CORE}/formats/gmon`
const DWARF = `${CORE}/formats/dwarf`
const FORMATS = `${CORE}/formats`
const SYMBOLS = `${CORE}/symbols`
const PROFILE = `${CORE}/profile`
const ANALYSIS = `${CORE}/analysis`
const CUTS = `${ANALYSIS}/cuts`
const REPORTS = `${CORE}/reports`
const PIPELINE = `${CORE}/pipeline`
const SAVED = `${CORE}/saved`

/** @type {readonly Fault[]} */
export const FAULTS = [
  // Readers.
  {
    area: 'readers',
    what: 'gmon.out: a record that ends with the file counts as cut',
    file: `${GMON}/gnu-decoder.ts`,
    from: 'if (offset + length <= size) return true',
    to: 'if (offset + length < size) return true',
    tests: [GMON],
  },
  {
    area: 'readers',
    what: 'gmon.out: a histogram of unsigned 16-bit counters of another byte order is read in this one',
    file: `${GMON}/bin-buffer.ts`,
    from: 'if (little === HOST_IS_LITTLE) {',
    to: 'if (HOST_IS_LITTLE) {',
    tests: [GMON],
  },
  {
    area: 'readers',
    what: 'gmon.out: version 2 is read as version 1',
    file: `${GMON}/read.ts`,
    from: "if (version > 1) raise({ code: 'gmon/unsupported-version'",
    to: "if (version > 2) raise({ code: 'gmon/unsupported-version'",
    tests: [GMON, `${CORE}/problems`],
  },
  {
    area: 'readers',
    what: 'ELF: symbols of sections beyond 65,279 go to the wrong section',
    file: `${FORMATS}/elf-decode.ts`,
    from: 'section = extendedIndexes[row + 1]',
    to: 'section = extendedIndexes[row]',
    tests: [`${FORMATS}/elf.test.ts`],
  },
  {
    area: 'readers',
    what: 'ELF: a name that another name begins with is taken for it',
    file: `${FORMATS}/elf-decode.ts`,
    from: 'return at + wanted.length === names.length || names[at + wanted.length] === 0',
    to: 'return true',
    tests: [`${FORMATS}/elf.test.ts`],
  },
  {
    area: 'readers',
    what: 'PE: the last section counts as none',
    file: `${FORMATS}/pe-decode.ts`,
    from: 'if (section < 0 || section > sections.length) return SymbolPlace.nowhere',
    to: 'if (section < 0 || section >= sections.length) return SymbolPlace.nowhere',
    tests: [`${FORMATS}/pe.test.ts`],
  },
  {
    area: 'readers',
    what: 'Mach-O: debugging symbols become functions',
    file: `${FORMATS}/macho-decode.ts`,
    from: 'if ((type & SymbolBits.stab) !== 0) continue',
    to: 'if ((type & SymbolBits.stab) === 1) continue',
    tests: [`${FORMATS}/macho.test.ts`],
  },
  {
    area: 'readers',
    what: 'DWARF: the line program of version 5 counts files from 1',
    file: `${DWARF}/line-program.ts`,
    from: 'fileKnownNow(header, header.version >= 5 ? 0 : 1)',
    to: 'fileKnownNow(header, 1)',
    tests: [DWARF],
  },
  {
    area: 'readers',
    what: 'zip: members that lie over one another are unpacked',
    file: `${CORE}/archives/zip.ts`,
    from: 'if (packed > source.size) throw damaged',
    to: 'if (packed > Infinity) throw damaged',
    tests: [`${CORE}/archives`],
  },
  {
    area: 'readers',
    what: 'tar: the checksum of a header is ignored',
    file: `${CORE}/archives/tar.ts`,
    from: 'if (numberAt(block, 148, 8) !== sum) return null',
    to: '',
    tests: [`${CORE}/archives`],
  },
  // Symbols.
  {
    area: 'symbols',
    what: 'of two names at one address, the static one wins',
    file: `${SYMBOLS}/symbol-table.ts`,
    from: 'if (rowStatic !== keptStatic) return rowStatic === 0',
    to: 'if (rowStatic !== keptStatic) return rowStatic === 1',
    tests: [SYMBOLS],
  },
  {
    area: 'symbols',
    what: 'of two global names at one address, the one with the underscore wins',
    file: `${SYMBOLS}/symbol-table.ts`,
    from: 'if (rowUnderscore !== keptUnderscore) return keptUnderscore',
    to: 'if (rowUnderscore !== keptUnderscore) return rowUnderscore',
    tests: [SYMBOLS],
  },
  {
    area: 'symbols',
    what: 'a function reaches one byte into the next',
    file: `${SYMBOLS}/symbol-table.ts`,
    from: 'last[f - 1] = address[f] - 1',
    to: 'last[f - 1] = address[f]',
    tests: [SYMBOLS],
  },
  // From samples to functions.
  {
    area: 'samples',
    what: 'a bin that two functions share gives each of them all its samples',
    file: `${PROFILE}/assign-ticks.ts`,
    from: 'const ticks = (overlap * samples) / scale',
    to: 'const ticks = samples',
    tests: [`${PROFILE}/assign-ticks.test.ts`],
  },
  {
    area: 'samples',
    what: 'samples of excluded functions stay in the total',
    file: `${PROFILE}/assign-ticks.ts`,
    from: 'else total -= ticks',
    to: '',
    tests: [`${PROFILE}/assign-ticks.test.ts`, ANALYSIS],
  },
  {
    area: 'samples',
    what: 'saturated counters are not counted',
    file: `${PROFILE}/sum-histograms.ts`,
    from: 'this.binsAtCeiling += atCeiling',
    to: '',
    tests: [PROFILE, PIPELINE],
  },
  // Propagation.
  {
    area: 'propagation',
    what: 'a call of a function by itself passes time on',
    file: `${ANALYSIS}/arc-times.ts`,
    from: 'if (parent === child) return false',
    to: '',
    tests: [ANALYSIS],
  },
  {
    area: 'propagation',
    what: 'a partly excluded function inherits the fraction of its last caller only',
    file: `${ANALYSIS}/propagate.ts`,
    from: 'if (parent === f) continue\n        printed |= isPrinted[parent]\n        if (total !== 0) sum += fraction[parent]',
    to: 'if (parent === f) continue\n        printed |= isPrinted[parent]\n        if (total !== 0) sum = fraction[parent]',
    tests: [ANALYSIS],
  },
  // Cycles.
  {
    area: 'cycles',
    what: 'calls between members of a cycle count as calls of the cycle',
    file: `${ANALYSIS}/cycles.ts`,
    from: 'const into = cycles[parent[arc]] === cycle ? internalCalls : calls',
    to: 'const into = cycles[parent[arc]] === cycle ? calls : calls',
    tests: [ANALYSIS],
  },
  {
    area: 'cycles',
    what: 'a path that closes is not folded into a cycle',
    file: `${ANALYSIS}/cycles.ts`,
    from: 'if (order[child] === BUSY) fold(child)',
    to: '',
    tests: [`${ANALYSIS}/cycles.test.ts`],
  },
  // Cuts.
  {
    area: 'cuts',
    what: 'cuts that cost one call more than the best are called the best',
    file: `${CUTS}/branch-and-bound.ts`,
    from: 'if (Math.ceil(branch.bound) >= best.cost) continue',
    to: 'if (Math.ceil(branch.bound) >= best.cost - 1) continue',
    tests: [CUTS],
  },
  {
    area: 'cuts',
    what: 'of two starts, the dearer cut is taken',
    reason: 'it is only where the search begins; its result is checked against all choices',
    file: `${CUTS}/cheapest-cuts.ts`,
    from: 'return costOf(byGain) < costOf(byWeight) ? byGain : byWeight',
    to: 'return costOf(byGain) > costOf(byWeight) ? byGain : byWeight',
    tests: [CUTS],
  },
  {
    area: 'cuts',
    what: 'a member may come first although no call leads to it',
    file: `${CUTS}/subset-order.ts`,
    from: 'if (isWayIn[node] === 0 && (parents[node] & set) === 0 && !(isFree && set === 0)) continue',
    to: '',
    tests: [`${CUTS}/way-down.test.ts`],
  },
  {
    area: 'cuts',
    what: 'arcs back to a member that merged with its caller are not in the bound',
    file: `${CUTS}/flow-reduction.ts`,
    from: 'if (child === parent) this.#base += cost',
    to: 'if (child === parent) continue',
    tests: [`${CUTS}/way-down.test.ts`],
  },
  // Bounds.
  {
    area: 'bounds',
    what: 'a function whose time is half excluded counts as certain',
    file: `${CORE}/trust/bounds/lower-bound.ts`,
    from: 'if (fraction[f] >= FULL) sums[row] = certainSelf(analyzed, f)',
    to: 'if (fraction[f] > 0) sums[row] = certainSelf(analyzed, f)',
    tests: ['workers/core/trust/bounds'],
  },
  {
    area: 'bounds',
    what: 'a function with several callers has the time of its only caller',
    file: `${CORE}/trust/bounds/lower-bound.ts`,
    from: 'only[child] = only[child] === NONE ? arc : SEVERAL',
    to: 'only[child] = arc',
    tests: ['workers/core/trust/bounds'],
  },
  {
    area: 'bounds',
    what: 'a significant run is named without regard to how many runs were tried',
    file: `${CORE}/trust/runs/run-imbalance.ts`,
    from: 'return runs * functions * binomialTail(',
    to: 'return binomialTail(',
    tests: ['workers/core/trust/runs/run-imbalance.test.ts'],
  },
  // Whether program and profile match.
  {
    area: 'match',
    what: 'a profile that ends elsewhere than the code belongs to this build',
    file: `${CORE}/trust/program/own-range.ts`,
    from: 'return isExact ? high !== roundUp(own.etext)',
    to: 'return isExact ? false',
    tests: [PROFILE, PIPELINE],
  },
  {
    area: 'match',
    what: 'a program that does not fit is taken if the other one is stripped',
    file: `${PIPELINE}/match-programs.ts`,
    from: 'else if (match && isRight(match)) fitting.push({ candidate: described, raw })',
    to: 'else if (match) fitting.push({ candidate: described, raw })',
    tests: [PIPELINE],
  },
  // Notices.
  {
    area: 'notices',
    what: 'few samples are not reported',
    file: `${CORE}/trust/doctor/check-samples.ts`,
    from: 'else if (samples > 0 && samples < FEW_SAMPLES)',
    to: 'else if (samples > 0 && samples < 1)',
    tests: [PIPELINE],
  },
  {
    area: 'notices',
    what: 'notices are in the order in which they were found, not of what they concern',
    file: `${CORE}/trust/doctor/examine.ts`,
    from: 'shareConcerned(b, examined) - shareConcerned(a, examined)',
    to: '0',
    tests: [PIPELINE],
  },
  {
    area: 'notices',
    what: 'the time of the profiler itself is not reported',
    file: `${CORE}/trust/doctor/check-samples.ts`,
    from: 'if (own > 0.01 * samples) notices',
    to: 'if (own > samples) notices',
    tests: [PIPELINE],
  },
  // Numbers and exports.
  {
    area: 'exports',
    what: 'a number half way between two is rounded up, not to even as gprof does',
    file: `${CORE}/quantities.ts`,
    from: "if ('02468'.includes(below.slice(-1))) return sign + below",
    to: '',
    tests: ['workers/core/quantities.test.ts'],
  },
  {
    area: 'exports',
    what: 'CSV: a name that begins with = is a formula',
    file: `${REPORTS}/flat-table.ts`,
    from: 'const safe = noFormula(text)',
    to: 'const safe = text',
    tests: [`${REPORTS}/flat-table.test.ts`, `${REPORTS}/exports`],
  },
  {
    area: 'exports',
    what: 'callgrind: the first line of a function does not carry what the others leave',
    file: `${REPORTS}/exports/callgrind-lines.ts`,
    from: 'if (measured === 0) costs[costs.length - 1] = Math.round(self)',
    to: '',
    tests: [`${REPORTS}/exports`],
  },
  {
    area: 'exports',
    what: 'pprof: mapped locations lose their mapping',
    file: `${REPORTS}/exports/pprof.ts`,
    from: 'if (frame.address > 0) location.number(LOCATION.mapping, PROGRAM)',
    to: '',
    tests: [`${REPORTS}/exports`],
  },
  // Saved profiles and links.
  {
    area: 'saved',
    what: 'a saved profile with two arcs of one pair opens',
    file: `${SAVED}/open-saved.ts`,
    from: 'if (seenFrom[child] === parent) throw read.damaged(column)',
    to: '',
    tests: [SAVED],
  },
  {
    area: 'saved',
    what: 'replaced names keep their source files',
    file: `${SAVED}/redact.ts`,
    from: 'if (choice.withoutSources || isReplaced)',
    to: 'if (choice.withoutSources)',
    tests: [SAVED],
  },
  {
    area: 'saved',
    what: 'a shared part does not say that it is one',
    file: `${SAVED}/redact.ts`,
    from: 'return sharedFields({ ...chosen, notices: [...chosen.notices, partly] })',
    to: 'return sharedFields(chosen)',
    tests: [SAVED],
  },
  {
    area: 'links',
    what: 'the second of two runs of one name opens the first',
    file: 'src/state/url/link-hash.ts',
    from: 'return nth === 1 ? encode(name) : `${encode(name)}@${nth}`',
    to: 'return encode(name)',
    tests: ['src/state/url/link-hash.test.ts'],
  },
  {
    area: 'links',
    what: 'a made faster function in a link is read without its factor',
    file: 'src/state/url/scenario-hash.ts',
    from: 'return name !== undefined && isFactor(factor) ? [{ name, factor }] : []',
    to: 'return name !== undefined ? [{ name, factor: 2 }] : []',
    tests: ['src/state/url/link-hash.test.ts'],
  },
  // State and views.
  {
    area: 'state',
    what: 'undoing a change of the scenario cannot be redone',
    file: 'src/state/ui-state.ts',
    from: 'return { past: past.slice(0, -1), future: [...future, from] }',
    to: 'return { past: past.slice(0, -1), future }',
    tests: ['src/state/questions/scenario.test.ts'],
  },
  {
    area: 'state',
    what: 'going back from opening leaves the files of what was being opened',
    file: 'src/state/session.ts',
    from: 'return { ...state, session: session.before, files: session.filesBefore }',
    to: 'return { ...state, session: session.before }',
    tests: [
      'src/state/opening/open.test.ts',
      'src/state/opening/replace-worker.test.ts',
      'src/state/opening/drop-actions.test.ts',
    ],
  },
  {
    area: 'state',
    what: 'a single missing file closes the profile on screen',
    file: 'src/state/session.ts',
    from: 'isIncomplete && !previous',
    to: 'isIncomplete',
    tests: [
      'src/state/opening/open.test.ts',
      'src/state/opening/replace-worker.test.ts',
      'src/state/opening/drop-actions.test.ts',
    ],
  },
  {
    area: 'views',
    what: 'the graph: a second click on a stub shows the same neighbours again',
    file: 'src/views/force-graph/params.ts',
    from: 'amount: (before?.amount ?? 0) + amount',
    to: 'amount',
    tests: ['src/views/force-graph/params.test.ts', 'src/views/force-graph/ForceGraph.test.tsx'],
  },
  {
    area: 'views',
    what: 'the graph: a link with a limit beyond all bounds is obeyed',
    file: 'src/views/force-graph/params.ts',
    from: 'return value >= least && value <= most ? value : otherwise',
    to: 'return value >= least ? value : otherwise',
    tests: ['src/views/force-graph/params.test.ts', 'src/views/force-graph/ForceGraph.test.tsx'],
  },
  {
    area: 'views',
    what: 'the flat profile: the column that orders the rows is hidden if it was not chosen',
    file: 'src/views/flat-profile/columns.ts',
    from: "column === 'name' || column === sorted || numbers.includes(column)",
    to: "column === 'name' || numbers.includes(column)",
    tests: ['src/views/flat-profile', 'src/app/workspace/Workspace.test.tsx'],
  },
]

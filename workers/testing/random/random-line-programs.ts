// Line programs as no compiler writes them, over the rows of made-up units: that go back, take unknown opcodes, define their
// files on the way, are cut off, or are for machines of several operations an instruction. They stay within the code of their
// rows: what gprof says of code outside of a unit's ranges depends on what it was asked before.
import type { DwarfSpec, DwarfUnit, LineStep } from '../builders/dwarf-spec.ts'
import type { Random } from './random.ts'

/** Lines stay below; gprof takes memory for each. */
const LAST_LINE = 500

export function withOddPrograms(random: Random, lines: DwarfSpec): DwarfSpec {
  const units = lines.units.map((unit) => (random.chance(0.15) ? withOddProgram(random, unit) : unit))
  return { ...lines, units }
}

function withOddProgram(random: Random, unit: DwarfUnit): DwarfUnit {
  const maximumOperations = random.chance(0.15) ? random.pick([0, 2, 3, 4]) : 1
  const steps = unit.sequences.flatMap((rows) => oddSequence(random, rows, unit, maximumOperations))
  if (random.chance(0.1)) steps.pop()
  const program = { steps, maximumOperations, segmentSelectorSize: random.chance(0.03) ? 4 : 0 }
  return { ...unit, program }
}

function oddSequence(
  random: Random,
  rows: DwarfUnit['sequences'][number],
  { files, opcodes }: DwarfUnit,
  maximumOperations: number,
): LineStep[] {
  const steps: LineStep[] = []
  let [address, line] = [0, 1]
  const goTo = (next: number): void => {
    const distance = next - address
    const instructions = distance / (opcodes?.leastInstruction ?? 1)
    // gprof takes it for the address itself where there are several operations.
    const canAdvance = Number.isInteger(instructions) && maximumOperations <= 1
    if (address === 0 || random.chance(0.2)) steps.push(['address', next])
    // One that goes back wraps.
    else if (canAdvance && (distance < 0 || random.chance(0.6))) steps.push(['advancePc', instructions])
    else if (distance >= 0) steps.push(['fixedAdvancePc', distance])
    else steps.push(['address', next])
    address = next
  }
  const addRow = (next: number, nextLine: number): void => {
    goTo(next)
    steps.push(['advanceLine', nextLine - line], ['copy'])
    line = nextLine
  }
  const [[first]] = rows
  const end = rows[rows.length - 1][0]
  rows.forEach(([next, file, nextLine], nth) => {
    if (nth === rows.length - 1) {
      goTo(random.chance(0.05) ? random.between(first, next) : next)
      steps.push(['end'])
      return
    }
    if (file !== null && random.chance(0.7)) steps.push(['file', random.chance(0.03) ? 2 ** 32 + file : file])
    addRow(next, nextLine)
    if (random.chance(0.08)) addRow(random.between(first, end - 1), random.between(1, LAST_LINE))
    if (random.chance(0.05)) steps.push(oddStep(random, files.length))
    // Passed over at once.
    if (random.chance(0.03)) steps.push(['constAddPc'], ['address', address])
  })
  return steps
}

function oddStep(random: Random, files: number): LineStep {
  return random.pick<LineStep>([
    ['defineFile', 'two.cc'],
    ['file', 0],
    ['file', files + 1],
    // Hewlett-Packard's, of three bytes.
    ['bytes', [0, 4, 0x80, 1, 2, 3]],
    // Discriminators that say they are longer than they are, or shorter.
    ['bytes', [0, 3, 4, 1, 1]],
    ['bytes', [0, 2, 4, 0x81, 1]],
    ...(random.chance(0.2) ? [['bytes', [0, 3, 0x81, 1, 2]] as const, ['bytes', [0, 0, 0x55]] as const] : []),
  ])
}

// Problems of a program, its names or its debugging information.
import type { Problem, ProblemIn } from '../../problems/problem.ts'
import { formatCount, formatCounted } from '../../quantities.ts'
import { at, type Message, type MessageByCode } from './message.ts'

export const PROGRAM_PROBLEMS: MessageByCode<ProblemIn<'elf' | 'executable' | 'symbols' | 'dwarf'>> = {
  'elf/bad-header': (problem) => ({
    title: `${problem.file} is not a readable ELF program`,
    explanation:
      problem.section === undefined
        ? `${problem.what} at byte ${at(problem.offset)} is ${formatCount(problem.found)}, which no ELF program has.`
        : `Its section table is damaged: entry ${formatCount(problem.section)} at byte ${at(problem.offset)} should be a table of strings (${problem.what}), and is of type ${formatCount(problem.found)}.`,
    remedy: 'It may be damaged, or of a kind not read here. Try a fresh copy.',
  }),
  'elf/no-symbols': (problem) => ({
    title: `${problem.file} has no function names`,
    explanation: problem.stripped
      ? 'It was stripped: its symbol table was removed, so addresses cannot be turned into names.'
      : 'Its symbol table names no function, so addresses cannot be turned into names.',
    remedy:
      'Open the program before strip, linked without -s. Or add its separate debug file, the output of nm, or the linker’s map.',
  }),
  'elf/no-text': (problem) => ({
    title: `${problem.file} has no code`,
    explanation:
      'It has no .text section, and no other that holds instructions. Files that hold only debug information look like this.',
    remedy: 'Open the program itself.',
  }),
  'elf/address-too-large': (problem) => ({
    title: `${problem.file} uses addresses that are too large`,
    explanation: `${problem.address} is at or above 2⁵³, where numbers here stop being exact.`,
    remedy: 'Programs linked this high (kernels) cannot be opened yet.',
  }),
  'elf/not-executable': ({ file, kind }) => ({
    title: `${file} is ${OTHER_KINDS[kind][0]}, not a program`,
    explanation: OTHER_KINDS[kind][1],
    remedy: 'Open the linked program that wrote the gmon.out.',
  }),
  'executable/bad-header': (problem) => ({
    title: `${problem.file} is not a readable ${problem.format} program`,
    explanation: `${problem.what} at byte ${at(problem.offset)} is ${formatCount(problem.found)}, which no such program has.`,
    remedy: 'It may be damaged, or of a kind not read here. Try a fresh copy.',
  }),
  'elf/truncated': cutShort,
  'executable/truncated': cutShort,
  'executable/no-symbols': (problem) => ({
    title: `${problem.file} has no function names`,
    explanation: problem.stripped
      ? 'It was stripped, or its names are in a separate file: it has no symbol table, so addresses cannot be turned into names.'
      : 'Its symbol table names no function, so addresses cannot be turned into names.',
    remedy: 'Open the program before strip. Or add the output of nm or a linker map.',
  }),
  'executable/no-text': (problem) => ({
    title: `${problem.file} has no code`,
    explanation: `It has no ${problem.section} section.`,
    remedy: 'Open the program itself.',
  }),
  'symbols/none-found': (problem) => ({
    title: `${problem.file} names no function`,
    explanation: 'It looks like a list of symbols, but none of its lines gives the address of a function.',
    remedy: 'Make the list with nm from the program that ran, before strip.',
  }),
  'dwarf/damaged': (problem) => ({
    title: `${problem.file} has damaged debugging information`,
    explanation: `In ${problem.section}, at byte ${at(problem.offset)}, the ${problem.what} cannot be right.`,
    remedy: 'Names, times and calls do not need it. Compile and link again with -g to see source lines.',
  }),
  'dwarf/unsupported': (problem) => ({
    title: `${problem.file} has debugging information that is not read`,
    explanation: `Section ${problem.section} has ${problem.what}.`,
    remedy: problem.what.includes('compress')
      ? 'Compile and link with -gz=none to see source lines.'
      : 'Names, times and calls do not need it. For source lines alone -g1 is enough.',
  }),
}

/** What the files are, and why they cannot be used. */
const OTHER_KINDS = {
  core: ['a core dump', 'A core dump is the memory of a program that crashed.'],
  relocatable: ['an object file', 'It has not been linked, so its addresses are not those in the profile.'],
  library: ['a shared library', 'A gmon.out covers only the program itself.'],
} as const

function cutShort(
  problem: Extract<Problem, { readonly code: 'elf/truncated' | 'executable/truncated' }>,
): Message {
  return {
    title: `${problem.file} is cut short`,
    explanation: `${problem.what} at byte ${at(problem.offset)} should have ${formatCounted(problem.expected, 'byte')}; ${formatCount(problem.found)} are there.`,
    remedy: 'It may be a partial copy: copy it again and compare the sizes.',
  }
}

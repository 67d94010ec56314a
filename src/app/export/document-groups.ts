// The documents that the worker writes, grouped as in the export menu.
import type { DocumentKind } from '../../../workers/api/contract.ts'

/** A document in the export menu. */
export interface OfferedDocument {
  readonly kind: DocumentKind
  readonly label: string
  /** One line: the purpose of the document. */
  readonly says: string
  /** Returns the file's name; `name` is the profile's name. */
  readonly fileName: (name: string) => string
}

/** A group of documents under one heading. */
export interface DocumentGroup {
  readonly heading: string
  readonly documents: readonly OfferedDocument[]
  /** Shown once, below the group. */
  readonly note?: string
}

export const DOCUMENT_GROUPS: readonly DocumentGroup[] = [
  {
    heading: 'The whole profile',
    documents: [
      {
        kind: 'gprof',
        label: 'gprof listing',
        says: 'Flat profile, call graph and index, as gprof prints them',
        fileName: (name) => `${name}-gprof.txt`,
      },
      {
        kind: 'json',
        label: 'JSON',
        says: 'All data, for scripts',
        fileName: (name) => `${name}.json`,
      },
      {
        kind: 'gmon.sum',
        label: 'gmon.sum',
        says: 'Sum of runs, for gprof (ignores what-ifs)',
        fileName: () => 'gmon.sum',
      },
    ],
  },
  {
    heading: 'For other tools',
    documents: [
      {
        kind: 'callgrind',
        label: 'Callgrind',
        says: 'Functions and calls, for KCachegrind and callgrind_annotate',
        fileName: (name) => `callgrind.out.${name}`,
      },
      {
        kind: 'pprof',
        label: 'pprof',
        says: 'For go tool pprof; stacks estimated',
        fileName: (name) => `${name}.pb.gz`,
      },
      {
        kind: 'speedscope',
        label: 'speedscope',
        says: 'For speedscope.app; stacks estimated',
        fileName: (name) => `${name}.speedscope.json`,
      },
      {
        kind: 'stacks',
        label: 'Stacks',
        says: 'A line each, for flamegraph.pl, inferno and others; estimated',
        fileName: (name) => `${name}.stacks.txt`,
      },
    ],
    note: 'A gmon.out holds no stacks. They are estimated as gprof divides time: by the number of calls.',
  },
]

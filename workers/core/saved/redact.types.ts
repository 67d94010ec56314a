// Type test of redaction: its `@ts-expect-error` is an omission that must not compile.
import type { SavedContent } from './content.ts'
import type { EachField } from './redact.ts'

interface Labelled extends SavedContent {
  readonly label?: string
}

/** Checks that a new field, even one that may be absent, says what is shared of it. */
export function leftOut(fields: EachField<SavedContent>): void {
  // @ts-expect-error -- nothing says what is shared of the label
  const shared: EachField<Labelled> = fields
  void shared
  void ({ ...fields, label: undefined } satisfies EachField<Labelled>)
}

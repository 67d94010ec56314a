// The commands there are, but for gprof's own, which reads its words by itself.
import type { Command } from './arguments.ts'
import { CHECK_COMMAND } from './commands/check.ts'
import { CUTS_COMMAND } from './commands/cuts.ts'
import { DIFF_COMMAND } from './commands/diff.ts'
import { DOT_COMMAND } from './commands/dot.ts'
import { EXPORT_COMMANDS } from './commands/exports.ts'
import { HTML_COMMAND, SAVE_COMMAND } from './commands/html.ts'
import { LINES_COMMAND } from './commands/lines.ts'
import { STATIC_ARCS_COMMAND } from './commands/static-arcs.ts'
import { COMPARE_COMMAND } from './commands/compare.ts'
import { CSV_COMMAND, JSON_COMMAND } from './commands/tables.ts'
import { VIEW_COMMAND } from './commands/view.ts'

/** In the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  VIEW_COMMAND,
  HTML_COMMAND,
  SAVE_COMMAND,
  JSON_COMMAND,
  CSV_COMMAND,
  DOT_COMMAND,
  ...EXPORT_COMMANDS,
  LINES_COMMAND,
  CUTS_COMMAND,
  STATIC_ARCS_COMMAND,
  CHECK_COMMAND,
  DIFF_COMMAND,
  COMPARE_COMMAND,
]

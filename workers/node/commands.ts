// The commands there are, but for gprof's own, which reads its words by itself.
import type { Command } from './arguments.ts'
import { CHECK_COMMAND } from './check-command.ts'
import { CUTS_COMMAND } from './cuts-command.ts'
import { DOT_COMMAND } from './dot-command.ts'
import { EXPORT_COMMANDS } from './export-commands.ts'
import { HTML_COMMAND, SAVE_COMMAND } from './html-commands.ts'
import { STATIC_ARCS_COMMAND } from './static-arcs-command.ts'
import { COMPARE_COMMAND } from './compare-command.ts'
import { CSV_COMMAND, JSON_COMMAND } from './table-commands.ts'
import { VIEW_COMMAND } from './view-command.ts'

/** In the order in which help lists them. */
export const COMMANDS: readonly Command[] = [
  VIEW_COMMAND,
  HTML_COMMAND,
  SAVE_COMMAND,
  JSON_COMMAND,
  CSV_COMMAND,
  DOT_COMMAND,
  ...EXPORT_COMMANDS,
  CUTS_COMMAND,
  STATIC_ARCS_COMMAND,
  CHECK_COMMAND,
  COMPARE_COMMAND,
]

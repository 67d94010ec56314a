// Marks that mail programs put before lines they quote, and build servers before those of their logs.

/**
 * What a mail program puts before each line it quotes: "> ", several deep; or "| ". When a line was printed:
 * "2024-05-06T07:08:09.1234567Z ", on GitLab with a number and a letter behind it; in brackets from Jenkins, or "[07:08:09] ".
 */
const MARK = /^(?:(?:[>|] ?)+|(?:20[\d-]+T[\d:.]+Z(?: \d\d[OE]\+?)?|\[[\dT.-]*\d:[\d:.Z]+\])(?: |$))/

/** A line without its mark; a form feed stays. */
export const unquoted = (line: string): string => line.replace(MARK, '')

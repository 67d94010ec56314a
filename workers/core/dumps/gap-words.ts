/** What stands between two rows that do not follow one another, in the dump's own addresses. */
export const gapWords = (next: string, last: string, found: string, isMissing: boolean): string =>
  isMissing
    ? `Addresses ${next} to ${last} are missing before it`
    : `It does not follow the line before: address ${next} comes next, ${found} is there`

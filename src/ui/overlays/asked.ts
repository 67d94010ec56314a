/** The event by which touch.ts has a tip explain what a finger is on. */
export const ASKED = 'explain'

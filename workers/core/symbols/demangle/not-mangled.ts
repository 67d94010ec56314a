/**
 * Thrown wherever a name leaves its grammar or passes a bound; the entry point of each scheme turns it into null.
 *
 * It is one object made beforehand: a throw without a stack trace costs next to nothing, and nothing but this object
 * is ever caught.
 */
export const NOT_MANGLED = new Error('not a mangled name')

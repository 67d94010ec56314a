// The last part of a path.

/** Of a path as compilers and gprof have it. */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Of a path of any system, Windows among them. */
export const baseNameAnywhere = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

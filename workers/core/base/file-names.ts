// File names: the last part of a path, whether a name is that of source code.

/**
 * Returns the part of a path after the last `/`, as gprof and compilers split paths; the whole path without
 * one.
 */
export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Returns the part of a path after the last `/` or `\`, for paths of any system; the whole path without one.
 */
export const baseNameAnywhere = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const SOURCE_CODE =
  /\.(?:c|cc|cp|cpp|cxx|c\+\+|h|hh|hpp|hxx|h\+\+|inl|inc|ipp|tcc|s|asm|f|for|ftn|f77|f90|f95|f03|f08|rs|adb|ads|d|di|pas|pp|m|mm|l|y)$/i

/** Whether a file is source code, by its name's extension. Its text would not decide it. */
export const isSourceCode = (name: string): boolean => SOURCE_CODE.test(name)

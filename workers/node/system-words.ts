// The system's codes in words, for our own commands' messages.

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'no such file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  EROFS: 'the disk is for reading only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'no space is left for you on the disk',
  EFBIG: 'it would be too large',
  EMFILE: 'too many open files',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk answers with an error',
  EBADF: 'it is closed',
  EADDRINUSE: 'another program uses it',
}

/** The code itself where there are none. */
export const wordsFor = (code: string): string => WORDS[code] ?? code

// The sample that the page offers, as files on disk.
import { fileURLToPath } from 'node:url'

const pathOf = (name: string): string =>
  fileURLToPath(new URL(`../../public/sample/${name}`, import.meta.url))

export const PROGRAM = pathOf('islands')
export const PROFILE = pathOf('gmon.out')

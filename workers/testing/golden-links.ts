// What release 0.1.0 made of public/sample: saved profiles, links, and the numbers they had.
import { readFile } from 'node:fs/promises'

const FOLDER = new URL('golden-links/', import.meta.url)

/** The bytes of a file of workers/testing/golden-links. */
export const goldenBytes = (name: string): Promise<Uint8Array> => readFile(new URL(name, FOLDER))

/** Its text. */
export const goldenText = (name: string): Promise<string> => readFile(new URL(name, FOLDER), 'utf8')

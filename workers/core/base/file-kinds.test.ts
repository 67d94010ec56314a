// Tests of the kinds of input files.
import { expect, it } from 'vitest'
import { FILE_KINDS, isAlone, isFallback, storedKind, type FileKind } from './file-kinds.ts'

const KINDS = Object.keys(FILE_KINDS) as FileKind[]

it('reads every kind that it stores, and no other', () => {
  expect(KINDS.map(storedKind)).toEqual(KINDS)
  expect([storedKind('callgrind'), storedKind('toString')]).toEqual(['unknown', 'unknown'])
})

it('has one kind of run, and each other profile is opened in one way', () => {
  expect(KINDS.filter((kind) => FILE_KINDS[kind].profile === 'run')).toEqual(['profile'])
  expect(KINDS.filter((kind) => isAlone(kind) || isFallback(kind))).toEqual(['saved', 'listing'])
})

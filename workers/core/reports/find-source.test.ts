// Finding the available file that matches a compiler's path.
import { expect, it } from 'vitest'
import { fileOfPath, filesByName, findSource } from './find-source.ts'

const files = (...names: readonly string[]) => filesByName(names.map((name) => ({ name })))

it('a path means the file that shares most of its end', () => {
  const all = files('main.c', 'lib/main.c', 'other/lib/main.c', 'lib/util.c')
  expect(findSource('/build/lib/main.c', all)?.name).toBe('lib/main.c')
  expect(findSource('/build/other/lib/main.c', all)?.name).toBe('other/lib/main.c')
  expect(findSource('/build/src/main.c', all)?.name).toBe('main.c')
  expect(findSource('C:\\src\\lib\\util.c', all)?.name).toBe('lib/util.c')
  expect(findSource('./lib/./util.c', all)?.name).toBe('lib/util.c')
})

it('no path means a file of another name', () => {
  expect(findSource('/build/domain.c', files('main.c'))).toBeUndefined()
  expect(findSource('/build/lib', files('lib/main.c'))).toBeUndefined()
  expect(findSource('', files('main.c'))).toBeUndefined()
})

it('a chosen folder’s files are known by their paths in it', () => {
  const chosen = [
    { name: 'main.c', webkitRelativePath: 'proj/a/main.c' },
    { name: 'main.c', webkitRelativePath: 'proj/b/main.c' },
  ]
  expect(findSource('/x/proj/b/main.c', filesByName(chosen))).toBe(chosen[1])
})

it('a file’s own name is the last part of its path', () => {
  expect([fileOfPath('/a/b.c'), fileOfPath('a\\b.c'), fileOfPath('b.c'), fileOfPath('')]).toEqual([
    'b.c',
    'b.c',
    'b.c',
    '',
  ])
})

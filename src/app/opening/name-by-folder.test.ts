import { expect, it } from 'vitest'
import { nameByFolder } from './name-by-folder.ts'

async function namesOf(...paths: readonly string[]): Promise<readonly string[]> {
  const found = paths.map((path) => {
    const end = path.lastIndexOf('/') + 1
    return { file: new File([path], path.slice(end)), folder: path.slice(0, end) }
  })
  const files = await nameByFolder(found)
  expect(await Promise.all(files.map((file) => file.text()))).toEqual(paths)
  return files.map(({ name }) => name)
}

it('tells ranks apart by their folders, without what these share', async () => {
  await expect(namesOf('job/prog', 'job/rank0/gmon.out', 'job/rank10/gmon.out')).resolves.toEqual([
    'prog',
    'rank0/gmon.out',
    'rank10/gmon.out',
  ])
  await expect(namesOf('rank0/gmon.out', 'rank1/gmon.out')).resolves.toEqual([
    'rank0/gmon.out',
    'rank1/gmon.out',
  ])
  await expect(namesOf('a/b/gmon.out', 'a/gmon.out')).resolves.toEqual(['b/gmon.out', 'gmon.out'])
})

it('leaves alone what needs no folder', async () => {
  await expect(namesOf('job/prog', 'job/gmon.out')).resolves.toEqual(['prog', 'gmon.out'])
  await expect(namesOf('gmon.out', 'gmon.out')).resolves.toEqual(['gmon.out', 'gmon.out'])
  await expect(namesOf('job/gmon.1', 'job/gmon.2')).resolves.toEqual(['gmon.1', 'gmon.2'])
  await expect(namesOf()).resolves.toEqual([])
})

// Names shortened for a sentence.
import { describe, expect, it } from 'vitest'
import { briefName } from './brief-name.ts'

describe('a name within a sentence', () => {
  it.each([
    'scan.part.0',
    'Matrix::row(int) const [clone .cold]',
    `f(${'x'.repeat(57)})`,
    '__a_module_MOD_one_of_its_procedures',
  ])('is whole while it is short: %s', (name) => {
    expect(briefName(name)).toBe(name)
  })

  it.each([
    [
      'void sort<Row*, Less<Row, std::allocator<Row> > >(Row*, Row*, Less<Row, std::allocator<Row> >) [clone .isra.0]',
      'sort [clone .isra.0]',
    ],
    [
      'non-virtual thunk to grid::Solver::found(grid::Solver const&, grid::Model const&)',
      'non-virtual thunk to Solver::found',
    ],
    [
      'grid::Buffer<int>::take(std::vector<int, std::allocator<int> > const&) const [clone .part.0] [clone .cold]',
      'Buffer<int>::take [clone .part.0] [clone .cold]',
    ],
    [
      'virtual thunk to Very::long_and_without_any_scope_of_its_own(int, std::vector<int> const&)',
      'virtual thunk to Very::long_and_without_any_scope_of_its_own',
    ],
    [`grid::Buffer<${'int, '.repeat(20)}int>::take(int)`, 'Buffer<…>::take'],
    [`Pair<${'int, '.repeat(20)}int> make<int>(int)`, 'make'],
  ])('is without what it takes when it is long: %s', (name, brief) => {
    expect(briefName(name)).toBe(brief)
  })
})

// Names shortened to fit a label.
import { describe, expect, it } from 'vitest'
import { baseNames, shortenAll, shortenName } from './shorten-name.ts'
import { shownName } from './names.ts'

/** A template in a template, nested `levels` deep. */
const nested = (levels: number) => `${'std::function<int ('.repeat(levels)}char${')>'.repeat(levels)}`

describe('short names', () => {
  it.each([
    ['main', 'main'],
    ['a_function_name_that_is_far_too_long_to_show', 'a_function_nam…g_to_show'],
    ['Parser::parse_expression(Token const&)', 'Parser::parse_expression'],
    ['std::vector<int, std::allocator<int> >::push_back(int const&)', 'vector<…>::push_back'],
    ['ns::deep::er::Widget::paint(int) const', 'deep::er::Widget::paint'],
    ['measure::tower<5>::height() const [clone .isra.0]', 'tower<5>::height'],
    ['int measure::sum<double, int>(double const*, int)', 'sum<double, int>'],
    ['Matrix::operator()(unsigned int, unsigned int) const', 'Matrix::operator()'],
    ['(anonymous namespace)::helper_function(int)', 'helper_function'],
    ['bool operator< <char>(Text<char> const&, Text<char> const&)', null],
    ['std::function<void (int)>::operator()(int) const', null],
    ['__grid_mod_MOD_relax_interior', 'relax_interior'],
    ['__grid_mod_MOD_relax_interior_of_the_whole_field', 'relax_interior…ole_field'],
    ['<alloc::vec::Vec<T> as core::fmt::Debug>::fmt', 'alloc::vec::Vec<T>::fmt'],
    ['<core::option::Option<T>>::map_or_else_with_care', 'map_or_else_with_care'],
    ['asserted_formulas::simplify_fmls_of_all::operator()()', 'simplify_fm…::operator()'],
    ['ns::a_class_with_a_long_name::operator==(int) const', 'a_class_wit…::operator=='],
    ['', ''],
  ])('%s', (name, expected) => {
    const short = shortenName(name, 24)
    expect(short.length).toBeLessThanOrEqual(24)
    if (expected !== null) expect(short).toBe(expected)
  })

  it.each([
    // Nested so deeply that a screen shows only the beginnings of brackets, or more ends than
    // beginnings.
    `Deep<2, int>::run(std::map<${nested(150)}> const&, unsigned int)`,
    `Deep<2, int>::run(${nested(110)}, A<B<C<D<int> > > >, unsigned int) const`,
    `Deep<2, pair<pair<pair<int> > > >::run(${nested(150)})`,
    `Deep<${nested(150)}>::run(int)`,
  ])('of a name whose middle is not shown have its class', (whole) => {
    const shown = shownName(whole)
    expect(shown).not.toBe(whole)
    expect(shortenName(shown, 24)).toBe('Deep<…>::run')
  })

  it('of one picture have their modules, or none has', () => {
    const names = ['__physics_mod_MOD_balance', '__physics_mod_MOD_refine', 'MAIN__', '__mesh_MOD_init']
    expect(shortenAll(names, 24)).toEqual(['balance', 'refine', 'MAIN__', 'init'])
    expect(shortenAll(names, 25)).toEqual(names)
    expect(shortenAll(['ns::Widget::paint_it(int) const', '__mesh_MOD_init'], 20)).toEqual([
      'ns::Widget::paint_it',
      '__mesh_MOD_init',
    ])
  })

  it('of one picture say which is const where nothing else would distinguish them', () => {
    const at = 'std::vector<double, std::allocator<double> >::operator[](unsigned long)'
    expect(shortenAll([at, `${at} const`, 'Matrix::rows_and_columns() const'], 24)).toEqual([
      'vector<…>::operator[]',
      'vector<…>::operator[] const',
      'Matrix::rows_and_columns',
    ])
  })

  it('are the same for the same name, whatever brackets it has', () => {
    for (const name of [
      '>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>',
      '((((((((((((((((((((((((((((((',
      '::::::::::::::::::::::::::::::::::',
    ]) {
      expect(shortenName(name, 12).length).toBeLessThanOrEqual(12)
    }
  })
})

describe('base names', () => {
  it('have no scopes, arguments or template arguments', () => {
    const names = [
      'main',
      'village::by_wealth(ledger::Ledger&, int)',
      'double& std::vector<double>::emplace_back<double>(double&&)',
      'formula::print[abi:cxx11](formula::Node const&)',
      '__solver_MOD_laplace',
      'grid::relax',
      '<alloc::vec::Vec<T> as core::fmt::Debug>::fmt',
    ]
    expect(baseNames(names, 24)).toEqual([
      'main',
      'by_wealth',
      'emplace_back',
      'print',
      'laplace',
      'relax',
      'fmt',
    ])
  })

  it('keep a class where they would be equal, and of operators and lambdas', () => {
    const names = [
      'ledger::Evaluator::visit(formula::Call const&)',
      'formula::Printer::visit(formula::Call const&)',
      'std::less<int>::operator()(int const&, int const&) const',
      'stats::deviation(std::vector<double> const&)::{lambda(double)#1}::operator()(double) const',
      'bool gnu::operator!=<char const*, std::string>(It<char const*> const&, It<char const*> const&)',
      'Text::operator bool() const',
      'bool operator< <char>(Text<char> const&, Text<char> const&)',
      '(anonymous namespace)::helper(int)',
    ]
    expect(baseNames(names, 24)).toEqual([
      'Evaluator::visit',
      'Printer::visit',
      'less::operator()',
      'deviation::{lambda}',
      'gnu::operator!=',
      'Text::operator bool',
      'operator<',
      'helper',
    ])
    expect(baseNames(names.slice(0, 2), 12)).toEqual(['Eval…::visit', 'Prin…::visit'])
  })

  it('lose their middle if they are too long', () => {
    expect(baseNames(['ns::a_function_name_that_is_far_too_long(int)'], 24)).toEqual([
      'a_function_nam…_too_long',
    ])
    for (const name of ['>>>>>>>>>>>>>>>>>>', '((((((((((((((((((', '::::::::::::::::::::', ''])
      expect(baseNames([name], 12)[0]?.length).toBeLessThanOrEqual(12)
  })
})

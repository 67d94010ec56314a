// Finding the distinguishing part of a name with any contents of angle brackets and parentheses.
import { describe, expect, it } from 'vitest'
import { nameParts } from './name-parts.ts'

describe('the parts of a name', () => {
  it.each([
    ['main'],
    ['core::|Buffer<int, a::b>|::insert|(a::b, c::d)'],
    ['void |add|<int>|(int)'],
    ['a::|b|::operator()|(int) const'],
    ['a|::operator<|(x::y const&)'],
    ['a|::operator>|(x::y const&)'],
    ['(anonymous namespace)|::parse|(char)'],
    ['<core::fmt::Arguments as Debug>|::fmt'],
    ['main::|{lambda(int)#1}|::operator()|(int)'],
    ['bool |__gnu_cxx::__ops::|_Less<int>|::operator()|<a::b*, c<d> >|(a::b*, c<d>)'],
    ['std::ostream& |std|::operator<< |<std::char_traits<char> >|(std::ostream&, char)'],
    ['non-virtual thunk to A|::f|(int)'],
    ['a|::operator bool|() const'],
    ['bool |__gnu_cxx|::operator!=|<double*, std::vector<int> >|(a::b<double*> const&, c::d)'],
    ['int& |a::|b|::operator->|<int>|(c::d)'],
    ['a|::operator->*|<b::c>|(d::e)'],
    ['bool |a|::operator< |<b::c>|(d::e)'],
    ['bool |a|::operator<=>|<b::c>|(d::e)'],
    ['x|::operator[]|(a::b) const'],
    ['x|::operator()|<a::b>|(c::d)'],
    ['x|::operator=|<a::b>|(c::d)'],
    ['operator new[]|(std::size_t)'],
    ['decltype(auto) |std|::__do_visit|<A, B>|(int)'],
    ['decltype ((x).y) |f|<A>|(int)'],
    ['a::|b|::operator c::d|() const'],
    ['__grid_mod_MOD_|relax_interior'],
    ['grid_mod_mp_|relax_interior_'],
    ['gsl_mp_add'],
    ['a::|my_operators<b>|::c|(d)'],
  ])('%s', (parts) => {
    const name = parts.replaceAll('|', '')
    const found = nameParts(name)
    expect(Object.values(found).join('')).toBe(name)
    expect(
      Object.values(found)
        .filter((part) => part !== '')
        .join('|'),
    ).toBe(parts)
  })

  it('keeps apart what differs in the class only', () => {
    expect(nameParts('shapes::detail::Poly<3>::area(int) const')).toEqual({
      result: '',
      outer: 'shapes::detail::',
      scope: 'Poly<3>',
      own: '::area',
      types: '',
      parameters: '(int) const',
    })
  })
})

// Names of nodes that would be equal show in what they differ.
import { expect, it } from 'vitest'
import { distinctNames } from './distinct-names.ts'

const ROOM = 34

it('show the template arguments in which classes differ', () => {
  const refine = (size: number, type: string) =>
    `warehouse::Refinement<${size}, warehouse::${type}>::refine(warehouse::${type} const&, double)`
  const names = [
    refine(2, 'billing::BillingEstimate'),
    refine(3, 'billing::BillingEstimate'),
    refine(2, 'acoustics::AcousticsCoordinate'),
    'main',
  ]
  const short = ['Refinement::refine', 'Refinement::refine', 'Refinement::refine', 'main']
  expect(distinctNames(names, short, ROOM)).toEqual([
    '…<2, BillingEstimate>::refine',
    '…<3, BillingEstimate>::refine',
    '…<2, AcousticsCoordinate>::refine',
    'main',
  ])
  expect(distinctNames(names, short, 24)).toEqual([
    '…<2, BillingEs…>::refine',
    '…<3, BillingEs…>::refine',
    '…<2, Acoustics…>::refine',
    'main',
  ])
})

it('show the arguments of a template function, and those of overloads', () => {
  const sort = (type: string) =>
    `void std::__sort<It<ns::Entry<unsigned short, ns::${type}> > >(It<int>, int)`
  expect(distinctNames([sort('Bill'), sort('Wave')], ['__sort', '__sort'], ROOM)).toEqual([
    '__sort<…Bill…>',
    '__sort<…Wave…>',
  ])
  expect(distinctNames(['put(int)', 'put(long, int)', 'put(a::C)'], ['put', 'put', 'put'], ROOM)).toEqual([
    'put(int)',
    'put(long, int)',
    'put(C)',
  ])
})

it('show the scopes of lambdas', () => {
  const lambda = (type: string) =>
    `w::Sorted<w::${type}, w::Less>::by_weight() const::{lambda(w::Entry<int> const&)#1}::operator()(w::Entry<int> const&) const`
  const short = ['by_weight::{lambda}', 'by_weight::{lambda}']
  expect(distinctNames([lambda('Invoice'), lambda('Estimate')], short, ROOM)).toEqual([
    '…<Invoice…::{lambda}',
    '…<Estimate…::{lambda}',
  ])
})

it('stay equal for equal names', () => {
  expect(distinctNames(['a::f', 'a::f'], ['f', 'f'], ROOM)).toEqual(['f', 'f'])
})

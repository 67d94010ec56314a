// The part of a name that tells functions apart is found whatever stands in angle brackets and parentheses.
import { describe, expect, it } from 'vitest'
import { nameParts } from './name-parts.ts'

describe('the parts of a name', () => {
  it.each([
    ['main', '', 'main', ''],
    ['core::Buffer<int, a::b>::insert(a::b, c::d)', 'core::Buffer<int, a::b>', '::insert', '(a::b, c::d)'],
    ['void add<int>(int)', '', 'void add<int>', '(int)'],
    ['a::b::operator()(int) const', 'a::b', '::operator()', '(int) const'],
    ['a::operator<(x::y const&)', 'a', '::operator<', '(x::y const&)'],
    ['(anonymous namespace)::parse(char)', '(anonymous namespace)', '::parse', '(char)'],
    ['<core::fmt::Arguments as Debug>::fmt', '<core::fmt::Arguments as Debug>', '::fmt', ''],
    ['main::{lambda(int)#1}::operator()(int)', 'main::{lambda(int)#1}', '::operator()', '(int)'],
  ])('%s', (name, scope, own, parameters) => {
    expect(nameParts(name)).toEqual({ scope, own, parameters })
  })
})

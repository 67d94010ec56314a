// @vitest-environment happy-dom
// A match in a part of a long name that is drawn short stays in sight.
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { nameParts } from '../../workers/core/names/name-parts.ts'
import { marker } from '../../workers/core/reports/search/match-marks.ts'
import { LongName } from './LongName.tsx'

const NAME =
  'std::vector<std::pair<std::string, std::allocator<int> >, std::allocator<mesh::Parser> >::push_back(std::initializer_list<std::pair<std::string, mesh::Token> >)'

const drawn = (query: string, name = NAME) => {
  const { container } = render(<LongName {...nameParts(name)} ranges={marker(query)(name)} />)
  return container.textContent
}

test.each([
  // The class begins with what was found; the arguments stay as they are.
  ['parser', /^std::….*h::Parser> >::push_back\(std::initializer_list/],
  ['token', /::push_back….*h::Token> >\)$/],
  ['parser token', /^std::…h::Parser> >::push_back…h::Token> >\)$/],
])('%s', (query, text) => expect(drawn(query)).toMatch(text))

test('a name whose own part has the match, or that is short, is whole', () => {
  expect(drawn('push_back')).toBe(NAME)
  expect(drawn('nothing')).toBe(NAME)
  expect(drawn('int', 'mesh::Reader::run(long, int)')).toBe('mesh::Reader::run(long, int)')
})

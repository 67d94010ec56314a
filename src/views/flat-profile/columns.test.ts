// What the browser remembers of the flat profile's columns, whatever is in its storage.
import { expect, it } from 'vitest'
import { parseChoice } from './columns.ts'

it.each([
  [null, null, {}],
  ['not JSON', null, {}],
  ['3', null, {}],
  ['{"shown":"calls","widths":7}', null, {}],
  ['{"shown":["calls","name","nothing","percent"],"widths":{}}', ['percent', 'calls'], {}],
  ['{"shown":[],"widths":{"self":90.4,"calls":-5,"total":"wide","nothing":9}}', [], { self: 90, calls: 40 }],
  ['{"shown":null,"widths":{"self":1e9}}', null, { self: 800 }],
])('%s', (text, shown, widths) => expect(parseChoice(text)).toEqual({ shown, widths }))

// The distributed files name the licences of the included packages.
import { expect, it } from 'vitest'
import { formatLicences, type Licensed } from './licences.ts'

const TERMS = 'Permission is granted to\nall who ask.\n'
const one = (name: string, text: string, licence = 'MIT'): Licensed => ({
  name,
  version: '1.0.0',
  licence,
  text,
})

it('has a text once, below all that are under it', () => {
  const packages = [
    one('a', `MIT License\n\nCopyright (c) 2020 Ada\n\n${TERMS}`),
    one('b', `Copyright 2010-2026 Bo\nCopyright 2001 Cy\n\n${TERMS.replaceAll('\n', '\r\n')}`),
    one('c', 'Do what you like.', 'X'),
  ]
  expect(formatLicences(packages).split('\n')).toEqual([
    'a 1.0.0 (MIT)',
    '  Copyright (c) 2020 Ada',
    'b 1.0.0 (MIT)',
    '  Copyright 2010-2026 Bo',
    '  Copyright 2001 Cy',
    '',
    'Permission is granted to',
    'all who ask.',
    '',
    '',
    'c 1.0.0 (X)',
    '',
    'Do what you like.',
    '',
  ])
})

it('names a long one where there is little room', () => {
  const long = one('a', `Copyright 2019 Ada\n\n${'word '.repeat(1000)}`, 'Apache-2.0')
  const text = formatLicences([long], 4000)
  expect(text).toBe(
    'a 1.0.0 (Apache-2.0)\n  Copyright 2019 Ada\n\nLicence: Apache-2.0, https://spdx.org/licenses/Apache-2.0\n',
  )
})

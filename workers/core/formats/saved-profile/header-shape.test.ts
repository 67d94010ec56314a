// The schema in the documentation is the one that files are checked by, and holds of what we write. After a change:
// npx vitest run workers/core/formats/saved-profile/header-shape.test.ts -u
import { readFile } from 'node:fs/promises'
import Ajv from 'ajv/dist/2020.js'
import { format, resolveConfig } from 'prettier'
import { describe, expect, it } from 'vitest'
import { buildCase, randomCase } from '../../../testing/random/random-case.ts'
import { openBytes, savedBytes, takeApart } from '../../../testing/saved-files.ts'
import { headerShape } from './header-shape.ts'
import { effort } from '../../../testing/effort.ts'

const SCHEMA = new URL('../../../../docs/formats/saved-profile.schema.json', import.meta.url)

const document = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Header of a gmonscope saved profile, versions 1 and 2',
  ...headerShape.schema,
}

async function validator() {
  return new Ajv({ strict: true }).compile(JSON.parse(await readFile(SCHEMA, 'utf8')) as object)
}

async function headers(): Promise<Record<string, unknown>[]> {
  const found: Record<string, unknown>[] = []
  for (let seed = 1; seed <= effort(40, 10); seed++) {
    const { executable, profiles } = buildCase(randomCase(seed))
    const files = Object.fromEntries(profiles.map((bytes, at) => [`${at}.out`, bytes]))
    const opened = await openBytes({ prog: executable, ...files })
    if (opened.ok) found.push(takeApart(await savedBytes(opened.value)).header)
  }
  return found
}

describe('the schema', () => {
  it('in the documentation is the one that files are checked by', async () => {
    const options = await resolveConfig(SCHEMA)
    const text = await format(JSON.stringify(document), { ...options, parser: 'json' })
    await expect(text).toMatchFileSnapshot(SCHEMA.pathname)
  })

  it('holds of every header that is written', async () => {
    const validate = await validator()
    const written = await headers()
    expect(written.length).toBeGreaterThan(effort(30, 7))
    for (const header of written) {
      expect(validate(header), JSON.stringify(validate.errors)).toBe(true)
    }
  })

  it('refuses what the reader refuses', async () => {
    const validate = await validator()
    const [header = {}] = await headers()
    for (const key of Object.keys(header)) {
      for (const value of [undefined, 7.5, [[]], { a: 1 }]) {
        const { [key]: _, ...rest } = header
        const changed = value === undefined ? rest : { ...rest, [key]: value }
        let isTaken = true
        try {
          headerShape.check(changed, '')
        } catch {
          isTaken = false
        }
        expect(validate(changed), `${key}: ${JSON.stringify(value)}`).toBe(isTaken)
      }
    }
  })
})

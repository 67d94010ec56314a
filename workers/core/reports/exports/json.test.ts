// The JSON document, field by field as in docs/formats/json.md.
import { describe, expect, it } from 'vitest'
import { profileFromText } from '../../../testing/graph-text.ts'
import { analyzeProfile } from '../../analysis/analyze-profile.ts'
import { EMPTY_SCENARIO, type Scenario } from '../../analysis/scenario/scenario.ts'
import { asColumn } from '../../base/columns.ts'
import { stringTableOf } from '../../base/string-table.ts'
import type { Notice } from '../../problems/problem.ts'
import type { CallGraphProfile } from '../../profile/call-graph-profile.ts'
import { listProfile } from '../listing/listing.ts'
import { writeJson } from './json.ts'

const GRAPH = 'main 1; a 4; b 6; c 8; main -> a 2; a -> b 5; b -> a 3; b -> c 4; b -> b 9; main -> c 0'
const plain = profileFromText(GRAPH)
const profile: CallGraphProfile = {
  ...plain,
  functions: {
    ...plain.functions,
    names: stringTableOf(['main', 'a', '_Z1bv', 'gr\xc3\xb6\xc3\x9fe']),
    isStatic: asColumn(Uint8Array.of(0, 0, 0, 1)),
  },
  recordedArcs: 5,
  sources: {
    fileOf: asColumn(Int32Array.of(0, -1, 1, -1)),
    lineOf: asColumn(Int32Array.of(3, -1, 70, -1)),
    files: stringTableOf(['src/m\xc3\xa4in.c', '/b.cc']),
  },
  totals: {
    ticks: 20,
    recordedTicks: 23,
    unattributedTicks: 1,
    arcRecords: 12,
    droppedArcRecords: 6,
    runs: 2,
  },
}

function textOf(
  of: CallGraphProfile,
  scenario: Scenario = EMPTY_SCENARIO,
  notices: readonly Notice[] = [{ code: 'saved-notices-unknown', notices: 2 }],
): string {
  const analyzed = analyzeProfile(of, scenario)
  let text = ''
  const files = [{ name: 'p', size: 5, kind: 'executable', detail: 'ELF', problem: null }] as const
  writeJson({ analyzed, listing: listProfile(analyzed), name: 'prog', files, notices }, (piece) => {
    text += piece
  })
  return text
}

const documentOf = (of: CallGraphProfile, scenario?: Scenario): unknown => JSON.parse(textOf(of, scenario))

describe('the JSON document', () => {
  it('says what it is, and of what', () => {
    expect(documentOf(profile)).toMatchObject({
      format: 'gmonscope-profile',
      version: 1,
      name: 'prog',
      files: [{ name: 'p', size: 5, kind: 'executable', detail: 'ELF', problem: null }],
      rate: 100,
      unit: { name: 'seconds', abbreviation: 's' },
      notices: [{ code: 'saved-notices-unknown', notices: 2 }],
    })
    expect(documentOf(profile)).toHaveProperty('totals', {
      ticks: 20,
      recordedTicks: 23,
      unattributedTicks: 1,
      graphTicks: 19,
      arcRecords: 12,
      droppedArcRecords: 6,
      runs: 2,
    })
  })

  it('has a row for each function, with what it called outside of its cycle as its children', () => {
    const none = { static: false, file: null, line: null, selfCalls: 0, cycle: null }
    expect(documentOf(profile)).toHaveProperty('functions', [
      {
        ...none,
        address: '0x1000',
        rawName: 'main',
        name: 'main',
        file: 'src/mäin.c',
        line: 3,
        selfTicks: 1,
        childTicks: 18,
        calls: 0,
        index: 1,
      },
      {
        ...none,
        address: '0x1010',
        rawName: 'a',
        name: 'a',
        selfTicks: 4,
        childTicks: 0,
        calls: 5,
        cycle: 1,
        index: 5,
      },
      {
        ...none,
        address: '0x1020',
        rawName: '_Z1bv',
        name: 'b()',
        file: '/b.cc',
        line: 70,
        selfTicks: 6,
        childTicks: 8,
        calls: 5,
        selfCalls: 9,
        cycle: 1,
        index: 3,
      },
      {
        ...none,
        address: '0x1030',
        rawName: 'größe',
        name: 'größe',
        static: true,
        selfTicks: 8,
        childTicks: 0,
        calls: 4,
        index: 4,
      },
    ])
  })

  it('has a row for each arc, with what it passes on, and marks uncounted ones', () => {
    expect(documentOf(profile)).toHaveProperty('arcs', [
      { parent: 0, child: 1, count: 2, selfTicks: 10, childTicks: 8 },
      { parent: 1, child: 2, count: 5, selfTicks: 0, childTicks: 0 },
      { parent: 2, child: 1, count: 3, selfTicks: 0, childTicks: 0 },
      { parent: 2, child: 3, count: 4, selfTicks: 8, childTicks: 0 },
      { parent: 2, child: 2, count: 9, selfTicks: 0, childTicks: 0 },
      { parent: 0, child: 3, count: 0, selfTicks: 0, childTicks: 0, recorded: false },
    ])
  })

  it('has a row for each cycle, and its members by their rows', () => {
    expect(documentOf(profile)).toHaveProperty('cycles', [
      {
        number: 1,
        index: 2,
        members: [1, 2],
        selfTicks: 10,
        childTicks: 8,
        calls: 2,
        internalCalls: 8,
        entry: {
          selfTicks: 10,
          childTicks: 8,
          calls: 2,
          insideCalls: 17,
          callers: [{ function: 0, selfTicks: 10, childTicks: 8, count: 2, of: 2 }],
          members: [
            { function: 2, selfTicks: 6, childTicks: 8, insideCalls: 14, selfCalls: 9, calls: 0 },
            { function: 1, selfTicks: 4, childTicks: 0, insideCalls: 3, selfCalls: 0, calls: 2 },
          ],
          others: [{ function: 3, selfTicks: 8, childTicks: 0, count: 4, of: 4 }],
        },
      },
    ])
  })

  it('has the scenario by names as text', () => {
    const scenario: Scenario = {
      ...EMPTY_SCENARIO,
      cutArcs: [{ parent: '_Z1bv', child: 'gr\xc3\xb6\xc3\x9fe' }],
      leftOut: ['a'],
      timeLeftOut: ['gr\xc3\xb6\xc3\x9fe'],
      only: ['main'],
      timeOnly: ['_Z1bv'],
      faster: [
        { name: 'gr\xc3\xb6\xc3\x9fe', factor: 2.5 },
        { name: 'a', factor: Infinity },
      ],
    }
    expect(documentOf(profile, scenario)).toHaveProperty('scenario', {
      staticArcs: false,
      foldStd: false,
      cutArcs: [{ parent: '_Z1bv', child: 'größe' }],
      leftOut: ['a'],
      timeLeftOut: ['größe'],
      only: ['main'],
      timeOnly: ['_Z1bv'],
      faster: [
        { name: 'größe', factor: 2.5 },
        { name: 'a', factor: null },
      ],
    })
  })

  it('has no letter that a terminal acts on or that turns text around', () => {
    const name = 'a\u007f\u009b2J\u2028\u202eb\u2066c\x1b'
    const bytes = new TextDecoder('latin1').decode(new TextEncoder().encode(name))
    const names = stringTableOf([bytes, 'b', 'c', 'd'])
    const text = textOf({ ...profile, functions: { ...profile.functions, names } })
    expect(text).toContain('"a\\u007f\\u009b2J\\u2028\\u202eb\\u2066c\\u001b"')
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u)
    expect(JSON.parse(text)).toMatchObject({ functions: [{ rawName: name }, {}, {}, {}] })
  })

  it('has the texts of notices and units as UTF-8, once', () => {
    const notice = {
      code: 'listing-unread',
      file: 'f',
      lines: 1,
      line: 2,
      text: 'gr\xc3\xb6\xc3\x9fe',
    } as const
    const of = { ...profile, dimension: 'M\xc3\xbcnzen' }
    expect(JSON.parse(textOf(of, EMPTY_SCENARIO, [notice]))).toMatchObject({
      unit: { name: 'Münzen' },
      notices: [{ ...notice, text: 'größe' }],
    })
  })

  it('has no address of what was read from a listing', () => {
    const functions = { ...profile.functions, isAddressless: true } as const
    const text = textOf({ ...profile, functions })
    expect(text.match(/"address":[^,]*/g)).toEqual(Array.from({ length: 4 }, () => '"address":null'))
  })

  it('has a row a line, and empty lists on one', () => {
    const lines = textOf(profile).split('\n')
    expect(lines.filter((line) => line.startsWith('    {"parent":')).length).toBe(6)
    expect(textOf(profileFromText('main 1'))).toMatch(/\n {2}"arcs": \[\],\n {2}"cycles": \[\]\n\}\n$/)
  })
})

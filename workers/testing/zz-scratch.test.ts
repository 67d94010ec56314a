import { mkdtempSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildCase, featuresOf, randomCase } from './random-case.ts'
import { inParallel, runGprof } from './live-gprof.ts'
test('generator', async () => {
  const folder = mkdtempSync('/tmp/scratch/g')
  const counts = new Map<string, number>()
  const errors = new Map<string, number>()
  let rows = 0, entries = 0, cycles = 0
  const seeds = Array.from({ length: 3000 }, (_, i) => i + 1)
  await inParallel(seeds, 3, async (seed) => {
    const made = randomCase(seed)
    for (const f of featuresOf(made)) counts.set(f, (counts.get(f) ?? 0) + 1)
    const files = buildCase(made)
    writeFileSync(`${folder}/${seed}.exe`, files.executable)
    const names = files.profiles.map((bytes, i) => { const n = `${folder}/${seed}.${i}.gmon`; writeFileSync(n, bytes); return n })
    for (const o of ['-p', '-q']) {
      const r = await runGprof(['-b', o, `${folder}/${seed}.exe`, ...names])
      if (r.status !== 0 || r.stderr) { const k = `${o} ${r.status} ${r.stderr.replace(/\/\S*\//g, '').replace(/[0-9]+/g,'N')}`; errors.set(k, (errors.get(k) ?? 0) + 1) }
      const r2 = await runGprof(['-b', o, `${folder}/${seed}.exe`, ...names], {environment: {MALLOC_PERTURB_: '165'}})
      if (r2.stdout !== r.stdout || r2.status !== r.status) console.log('UNDEFINED', seed, o)
      const lines = r.stdout.split('\n').length
      if (o === '-p') rows += lines > 7 ? 1 : 0
      else { entries += /^\[/m.test(r.stdout) ? 1 : 0; cycles += /as a whole/.test(r.stdout) ? 1 : 0 }
    }
  })
  console.log([...counts].sort().map((x) => x.join(': ')).join('\n'))
  console.log([...errors], { rows, entries, cycles })
  expect(1).toBe(1)
}, 100000)

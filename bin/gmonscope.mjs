#!/usr/bin/env node
// The command line as installed; the program itself is what `npm run build` puts into dist/cli.
import { existsSync } from 'node:fs'

const program = new URL('../dist/cli/gmonscope.mjs', import.meta.url)
if (existsSync(program)) {
  await import(program.href)
} else {
  process.stderr.write('gmonscope: not built yet; run `npm run build` in its folder first\n')
  process.exitCode = 1
}

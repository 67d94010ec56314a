// The builds from one tree: the static page with its workers (default), the same page as one HTML file
// (`--mode one-file`), what keeps it for offline use (`--mode offline`, after the others), the command line (`--mode cli`) and the fuzzer of readers (`--mode fuzz`).
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { listKeptFiles, SERVICE_WORKER } from './scripts/build/kept-files.ts'
import { countEdges } from './scripts/build/count-edges.ts'
import { licences, noteLicences } from './scripts/build/licences.ts'
import { oneFile } from './scripts/build/one-file.ts'
import { openedAsFile } from './scripts/build/opened-as-file.ts'
import { partsAtHand } from './scripts/build/parts-at-hand.ts'
import { testProjects } from './scripts/tiers.ts'
import { styleName } from './scripts/build/style-names.ts'
import { stylesAgain } from './scripts/build/styles-again.ts'
import { parsePort } from './scripts/serve.mjs'

/** While developing only: Vite's refresh starts from a script inside the page, which the page's policy forbids. */
const allowRefresh: Plugin = {
  name: 'allow-refresh',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
}

/** How long a part of the build takes is no warning to who starts the page. */
const QUIET = { pluginTimings: false }

/** In worker bundles, drops annotations for bundlers, which nothing uses here. Licence comments stay. */
const comments = { annotation: false, jsdoc: false, legal: true }

/**
 * A file of a build: these modules with what they import.
 *
 * @throws Error if a module is gone: without its name the file falls apart into dozens, which load later
 */
function part(name: string, priority: number, modules: readonly string[]) {
  const gone = modules.filter((path) => !existsSync(path))
  if (gone.length > 0) throw new Error(`${name} is built of modules that are gone: ${gone.join(', ')}`)
  return { name, priority, test: (id: string) => modules.some((path) => id.endsWith(`/${path}`)) }
}

const css = { modules: { generateScopedName: styleName } }

export default defineConfig(({ command, mode }) => {
  // One from the environment would select another of React's builds.
  process.env.NODE_ENV = command === 'build' ? 'production' : mode === 'test' ? 'test' : 'development'
  if (mode === 'cli') {
    return {
      publicDir: false,
      plugins: [licences()],
      // Packages too: what is installed brings none.
      ssr: { noExternal: true },
      build: {
        ssr: 'workers/node/main.ts',
        // Licences.
        ssrEmitAssets: true,
        outDir: 'dist/cli',
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        rollupOptions: {
          output: {
            // Names stay, so that a reported stack can be read.
            minify: { compress: true, mangle: false, codegen: true },
            entryFileNames: 'gmonscope.mjs',
            // One folder for all, so that the relative path to its neighbours is the same for each.
            chunkFileNames: '[name]-[hash].mjs',
            format: 'es',
            // In one file, since for small profiles finding and opening files takes longer than the work.
            codeSplitting: { groups: [part('gprof', 0, ['workers/node/gprof/command.ts'])] },
          },
        },
      },
    }
  }
  if (mode === 'one-file') {
    return {
      base: './',
      publicDir: false,
      plugins: [react(), noteLicences(), oneFile(), partsAtHand()],
      css,
      // No module: a worker made from a text has no address to load its parts from.
      worker: {
        format: 'iife',
        plugins: () => [noteLicences(), partsAtHand()],
        rollupOptions: { output: { codeSplitting: false, comments } },
      },
      build: {
        outDir: 'dist/page',
        emptyOutDir: false,
        target: 'es2022',
        modulePreload: false,
        cssCodeSplit: false,
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        rollupOptions: {
          checks: QUIET,
          input: 'src/main.tsx',
          output: { format: 'es', codeSplitting: false },
        },
      },
    }
  }
  if (mode === 'fuzz') {
    return {
      publicDir: false,
      plugins: [countEdges()],
      build: {
        ssr: 'scripts/fuzz/main.ts',
        ssrEmitAssets: true,
        outDir: 'dist/fuzz-readers',
        emptyOutDir: true,
        target: 'node20',
        minify: false,
      },
    }
  }
  if (mode === 'offline') {
    return {
      publicDir: false,
      define: { KEPT: JSON.stringify(listKeptFiles('dist/page')) },
      build: {
        outDir: 'dist/page',
        emptyOutDir: false,
        target: 'es2022',
        rollupOptions: {
          checks: QUIET,
          input: 'workers/offline/service-worker.ts',
          output: { format: 'iife', entryFileNames: SERVICE_WORKER },
        },
      },
    }
  }
  return {
    // Relative, so that the build works in any folder of any static host.
    base: './',
    plugins: [react(), allowRefresh, openedAsFile(), stylesAgain(), licences()],
    css,
    worker: {
      format: 'es',
      plugins: () => [noteLicences()],
      rollupOptions: {
        checks: QUIET,
        output: {
          comments,
          // Never in the file that the worker starts with, see there.
          codeSplitting: {
            groups: [part('profile-service', 0, ['workers/browser/profile-service.ts'])],
          },
        },
      },
    },
    build: {
      outDir: 'dist/page',
      emptyOutDir: true,
      target: 'es2022',
      rollupOptions: {
        checks: QUIET,
        // One file each, which loads sooner than a file for each module that several parts share.
        output: {
          codeSplitting: {
            groups: [
              part('page', 2, [
                'node_modules/react-dom/client.js',
                'node_modules/react-dom/index.js',
                'src/app/App.tsx',
                'src/app/screens/ThemeButton.tsx',
                'src/app/screens/start-theme.ts',
                'src/state/effects.ts',
                'src/state/keep-profiles.ts',
                'src/ui/controls.module.css',
                'src/ui/text.module.css',
              ]),
              // What every profile shows first.
              part('workspace', 1, [
                'src/app/workspace/Workspace.tsx',
                'src/views/flat-profile/FlatProfileView.tsx',
              ]),
            ],
          },
        },
      },
    },
    server: { host: '127.0.0.1', port: parsePort(process.env.PORT) },
    test: {
      reporters: ['default', './scripts/count-vitest.mjs'],
      maxWorkers: availableParallelism(),
      // A loaded machine is slow, and a wait that ends early costs nothing.
      testTimeout: 300_000,
      hookTimeout: 300_000,
      // One machine's bad moment does not refuse a submission; whatever needed a second try is named in the summary.
      retry: process.env.CI === 'true' ? 1 : 0,
      // One screen: a page or a record of its changes has thousands of lines.
      diff: { truncateThreshold: 40 },
      projects: testProjects(),
    },
  }
})

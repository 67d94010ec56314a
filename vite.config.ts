// Two builds from one tree: the static page with its workers (default) and the command line (`--mode cli`).
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** While developing only: Vite's refresh starts from a script inside the page, which the page's policy forbids. */
const allowRefresh: Plugin = {
  name: 'allow-refresh',
  apply: 'serve',
  transformIndexHtml: (html) => html.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'"),
}

export default defineConfig(({ mode }) => {
  if (mode === 'cli') {
    return {
      publicDir: false,
      build: {
        ssr: 'workers/node/main.ts',
        outDir: 'dist/cli',
        emptyOutDir: true,
        target: 'node20',
        minify: false,
        rollupOptions: { output: { entryFileNames: 'gmonscope.mjs', format: 'es' } },
      },
    }
  }
  return {
    // Relative, so that the build works in any folder of any static host.
    base: './',
    plugins: [react(), allowRefresh],
    worker: { format: 'es' },
    build: { outDir: 'dist/page', emptyOutDir: true, target: 'es2022' },
    test: {
      include: ['workers/**/*.test.ts', 'src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
      environment: 'node',
    },
  }
})

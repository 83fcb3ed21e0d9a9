import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { icons } from './scripts/icons.mjs'

const server = process.env.ESCHATON_SERVER ?? 'http://127.0.0.1:8000'

export default defineConfig({
  plugins: [icons(), svelte()],
  build: {
    outDir: '../src/eschaton/server/static',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '/api': { target: server, ws: true } } },
  test: { include: ['tests/**/*.test.ts'] },
})

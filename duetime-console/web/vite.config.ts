import { defineConfig } from 'vite';

// Relative addresses, so that the console works behind any base path.
export default defineConfig({
  base: './',
  build: {
    outDir: '../src/main/resources/io/duetime/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    // Names without a hash, so that a change of the console changes the content of files and nothing else.
    rolldownOptions: { output: { entryFileNames: 'assets/[name].js', assetFileNames: 'assets/[name][extname]' } },
  },
  server: { proxy: { '/v1': process.env.DUETIME_SERVER ?? 'http://127.0.0.1:8420' } },
});

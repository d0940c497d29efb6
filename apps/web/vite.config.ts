import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimD3Array } from './build/slim-d3-array.ts';
import { chunks } from './build/chunks.ts';
import { compileHints } from './build/compile-hints.ts';
import { cssModules, inlineClassNames } from './build/css-modules.ts';
import { compressedCopies } from './build/compressed-copies.ts';
import { directImports } from './build/direct-imports.ts';
import { documents, documentsByAddress, usualFigures } from './build/documents.ts';
import { endpointsAsData } from './build/endpoints-as-data.ts';
import { headLinks } from './build/head-links.ts';
import { helpTopics } from './build/help-topics.ts';
import { prerenderLanding } from './build/prerender-landing.ts';
import { dropUnusedSchemas } from './build/drop-unused-schemas.ts';
import { refusalNames } from './build/refusal-names.ts';
import { screenFiles } from './build/screen-files.ts';
import { serviceWorker } from './build/service-worker.ts';
import { startScript } from './build/start-script.ts';
import { sonnerWithoutStyleElement } from './build/sonner-without-style-element.ts';
import { themeWithoutComments } from './build/theme-without-comments.ts';

// The build does not use the React Compiler, because its oxc port (0.157) silently replaces bigint literals in
// components with undefined.
export default defineConfig({
  plugins: [
    react(),
    documentsByAddress(),
    prerenderLanding(),
    sonnerWithoutStyleElement(),
    slimD3Array(),
    endpointsAsData(),
    refusalNames(),
    dropUnusedSchemas(),
    directImports(),
    inlineClassNames(),
    compileHints(),
    headLinks(),
    helpTopics(),
    screenFiles(),
    startScript(),
    usualFigures(),
    themeWithoutComments(),
    serviceWorker(),
    compressedCopies(),
  ],
  resolve: { tsconfigPaths: true }, // the package @florin/verify exports compiled files, which exist only when it is packed
  css: { modules: cssModules },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/.well-known': 'http://127.0.0.1:3000' } },
  build: {
    sourcemap: false,
    // The content security policy allows fonts only from our own origin, not from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Writes constants in place, including constants of other chunks, such as the class names of CSS modules.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      input: documents,
      output: { codeSplitting: { groups: chunks } },
    },
  },
});

import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { slimD3Array } from './build/slim-d3-array.ts';
import { chunks } from './build/chunks.ts';
import { compileHints } from './build/compile-hints.ts';
import { compressedCopies } from './build/compressed-copies.ts';
import { directImports } from './build/direct-imports.ts';
import { documents, documentsByAddress } from './build/documents.ts';
import { endpointsAsData } from './build/endpoints-as-data.ts';
import { headLinks } from './build/head-links.ts';
import { prerenderLanding } from './build/prerender-landing.ts';
import { dropUnusedSchemas } from './build/drop-unused-schemas.ts';
import { screenFiles } from './build/screen-files.ts';
import { serviceWorker } from './build/service-worker.ts';
import { startScript } from './build/start-script.ts';
import { sonnerWithoutStyleElement } from './build/sonner-without-style-element.ts';

// No React Compiler: its oxc port (0.157) silently replaces bigint literals in components with undefined.
export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    documentsByAddress(),
    prerenderLanding(),
    sonnerWithoutStyleElement(),
    slimD3Array(),
    endpointsAsData(),
    dropUnusedSchemas(),
    directImports(),
    compileHints(),
    headLinks(),
    screenFiles(),
    startScript(),
    serviceWorker(),
    compressedCopies(),
  ],
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    sourcemap: false,
    // The content security policy allows fonts only from our own origin, not from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: documents,
      output: { codeSplitting: { groups: chunks } },
    },
  },
});

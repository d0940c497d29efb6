import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { sonnerWithoutStyleElement } from './build/sonner-without-style-element.ts';

// Without the React Compiler: its oxc port (0.157) replaces bigint literals inside components by undefined, silently.
export default defineConfig({
  plugins: [react(), tailwindcss(), sonnerWithoutStyleElement()],
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
  build: {
    sourcemap: false,
    // The content security policy takes fonts from our own origin only, never from data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});

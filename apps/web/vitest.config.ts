import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    setupFiles: ['test/browser-gaps.ts'],
    include: ['{src,test}/**/*.test.{ts,tsx}'],
  },
});

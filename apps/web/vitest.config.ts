import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    setupFiles: ['test/browser-gaps.ts', 'test/patience.ts'],
    testTimeout: 60_000,
    include: ['{src,test}/**/*.test.{ts,tsx}'],
  },
});

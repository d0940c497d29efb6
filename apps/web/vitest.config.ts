import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { endpointsAsData } from './build/endpoints-as-data.ts';

export default defineConfig({
  plugins: [react(), endpointsAsData()],
  test: {
    name: 'web',
    environment: 'jsdom',
    setupFiles: ['test/browser-gaps.ts', 'test/clean-up.ts', 'test/patience.ts', 'test/no-owner-stacks.ts'],
    testTimeout: 60_000,
    isolate: false, // as the server's (vitest.config.ts of the root), and as many at once
    maxWorkers: 4,
    include: ['{src,test}/**/*.test.{ts,tsx}'],
  },
});

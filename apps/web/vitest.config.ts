import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { endpointsAsData } from './build/endpoints-as-data.ts';

export default defineConfig({
  plugins: [react(), endpointsAsData()],
  test: {
    name: 'web',
    environment: 'jsdom',
    setupFiles: ['test/browser-gaps.ts', 'test/clean-up.ts', 'test/async-timeout.ts', 'test/no-owner-stacks.ts'],
    testTimeout: 60_000,
    isolate: false, // like the server's tests (vitest.config.ts at the root)
    maxWorkers: 4,
    include: ['{src,test}/**/*.test.{ts,tsx}'],
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { endpointsAsData } from './build/endpoints-as-data.ts';
import { helpTopics } from './build/help-topics.ts';

/** Tests that load modules again, or for the first time. Other files must not share those modules. */
export const alone = [
  'src/api/account.test.ts',
  'src/api/policy.test.ts',
  'src/api/server-time.test.ts',
  'src/features/help/configured-help.test.tsx',
  'src/shell/nav-bar.test.tsx',
  'src/ui/history-layers.test.tsx',
  'src/ui/toaster.test.tsx',
];

export default defineConfig({
  plugins: [react(), endpointsAsData(), helpTopics()],
  resolve: { tsconfigPaths: true }, // like vite.config.ts
  test: {
    name: 'web',
    environment: 'jsdom',
    setupFiles: ['test/browser-gaps.ts', 'test/clean-up.ts', 'test/async-timeout.ts', 'test/no-owner-stacks.ts'],
    testTimeout: 300_000, // as the server has it
    hookTimeout: 300_000,
    expect: { poll: { timeout: 30_000 } }, // like the server's
    isolate: false, // like the server's tests (vitest.config.ts at the root)
    maxWorkers: 4,
    css: { modules: { classNameStrategy: 'non-scoped' } }, // a class has the name that its component gives it
    include: ['{src,test}/**/*.test.{ts,tsx}'],
    exclude: alone,
  },
});

import { defineConfig } from 'vitest/config';
import web, { alone } from './vitest.config.ts';

/** The web app's tests that need their own modules. */
export default defineConfig({
  ...web,
  test: { ...web.test, name: 'web-alone', isolate: true, include: alone, exclude: [] },
});

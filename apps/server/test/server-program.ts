import { fileURLToPath } from 'node:url';

/**
 * The server that tests start as a process. The gate names the one that it has built, as `npm start` runs it: that takes a
 * third of the time to load. Otherwise it is the source, of which no build can be out of date.
 */
export const serverProgram = process.env['BUILT_SERVER'] ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

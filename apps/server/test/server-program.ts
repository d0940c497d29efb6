import { fileURLToPath } from 'node:url';

/**
 * The program that tests start as a server process. The gate sets BUILT_SERVER to its own build, which loads in a third of
 * the time. Other runs start the source, because a build could be out of date.
 */
export const serverProgram = process.env['BUILT_SERVER'] ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

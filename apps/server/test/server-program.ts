import { fileURLToPath, pathToFileURL } from 'node:url';

const built = process.env['BUILT_SERVER'];

/**
 * The program that tests start as a server process. The gate sets BUILT_SERVER to its own build, which loads in a third
 * of the time. Other runs start the source, because a build can be outdated.
 */
export const serverProgram = built ?? fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** The module of the document worker thread, from the build or from the source like the program. */
export const drawingThread = built
  ? new URL('drawing-thread.js', pathToFileURL(built))
  : new URL('../src/features/statements/drawing/drawing-thread.ts', import.meta.url);

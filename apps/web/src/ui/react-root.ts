/**
 * React starts when its first importer runs. This module is in the chunk `base`, so React does not start in the task of
 * the app's start module (src/start.ts).
 */
export { createRoot } from 'react-dom/client';

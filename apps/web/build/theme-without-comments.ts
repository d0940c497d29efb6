import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Removes the comments of the theme script. The build copies this script without other changes, and the page loads the
 * script first.
 */
export function themeWithoutComments(): Plugin {
  let file = '';
  return {
    name: 'theme-without-comments',
    apply: 'build',
    configResolved(config) {
      file = path.resolve(config.root, config.build.outDir, 'theme.js');
    },
    closeBundle(failure) {
      if (failure) return;
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/\/.*)?\n|^ +/gm, ''));
    },
  };
}

import type { Plugin } from 'vite';

/** Leaves the statuses of the error codes out of the build: the browser compares codes and reads the status itself. */
export const refusalNames = (): Plugin => ({
  name: 'refusal-names',
  apply: 'build',
  transform: {
    order: 'pre',
    filter: { id: /\/packages\/contract\/src\/refusal\.ts$/ },
    handler(code) {
      const named = code.replaceAll(/^(\s+\w+): \d{3},$/gm, '$1: 1,');
      if (named === code) this.error('found no error codes with a status');
      return { code: named, map: null };
    },
  },
});

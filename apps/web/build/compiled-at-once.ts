import type { Plugin } from 'vite';

/** What V8 reads at the top of a file (v8.dev/blog/explicit-compile-hints); to any other engine it is a comment. */
const hint = '//# allFunctionsCalledOnLoad\n';

/** What the first screen begins with. Nearly all of it runs, and the other chunks' functions mostly wait for a press. */
const first = new Set(['react', 'routing', 'ground', 'base', 'shell', 'screens', 'dashboard-page']);

/**
 * Has the browser compile the first screen's functions while it fetches them, beside the page's own thread, and not one by
 * one as they are called: a quarter of what the first screen's scripts take.
 */
export function compiledAtOnce(): Plugin {
  return {
    name: 'compiled-at-once',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && first.has(file.name)) file.code = hint + file.code;
      },
    },
  };
}

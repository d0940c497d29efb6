import type { Plugin } from 'vite';

/**
 * Lets the bundler drop unused parts of d3-array, of which the charts use four functions. A file of d3-array calls
 * factories at load time, and a bundler must keep such calls. The plugin marks these calls as pure. The build fails if
 * the file no longer has these calls.
 */
export function slimD3Array(): Plugin {
  return {
    name: 'slim-d3-array',
    apply: 'build',
    transform: {
      filter: { id: /\/d3-array\/dist\/d3-array\.mjs/ },
      handler(code) {
        const marked = code.replaceAll(factoryCall, '$1 $2 = /* @__PURE__ */ (() => $3)();');
        if (marked === code)
          this.error('d3-array has no factory calls of the expected form. Adapt build/slim-d3-array.ts.');
        return { code: marked, map: null };
      },
    },
  };
}

const factoryCall = /^(const|var) (\w+) = ((?:bisector|Blur2|shuffler)\(.*\)(?:\.\w+)?);$/gm;

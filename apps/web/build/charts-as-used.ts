import type { Plugin } from 'vite';

/**
 * Of d3-array the charts use four functions. Its one file makes others as it is loaded, which a bundler has to keep: here
 * they are marked as made for nothing but themselves, and what nobody uses is left out. Fails when the file changes its shape.
 */
export function chartsAsUsed(): Plugin {
  return {
    name: 'charts-as-used',
    apply: 'build',
    transform: {
      filter: { id: /\/d3-array\/dist\/d3-array\.mjs/ },
      handler(code) {
        const marked = code.replaceAll(made, '$1 $2 = /* @__PURE__ */ (() => $3)();');
        if (marked === code) this.error('what the file makes as it is loaded was not found');
        return { code: marked, map: null };
      },
    },
  };
}

const made = /^(const|var) (\w+) = ((?:bisector|Blur2|shuffler)\(.*\)(?:\.\w+)?);$/gm;

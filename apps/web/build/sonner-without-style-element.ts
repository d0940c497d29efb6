import type { Plugin } from 'vite';

/**
 * Sonner adds its style sheet as a `<style>` element when it is loaded, which the content security policy refuses. The same
 * rules come with `main.css` from sonner's own `styles.css`, so the call is taken out. Fails when sonner changes its shape.
 */
export function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    // Pre-bundled dependencies do not pass through plugins.
    config: () => ({ optimizeDeps: { exclude: ['sonner'] } }),
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        const stripped = code.replace(/^__insertCSS\(".*"\);?$/m, '');
        if (stripped === code) this.error('the call that adds the style sheet was not found');
        return { code: stripped, map: null };
      },
    },
  };
}

import type { Plugin } from 'vite';

/**
 * Removes sonner's call that adds a `<style>` element, which the content security policy blocks. `main.css` imports the
 * same rules from sonner's `styles.css`. The build fails if the call is missing.
 */
export function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    // Plugins do not transform pre-bundled dependencies.
    config: () => ({ optimizeDeps: { exclude: ['sonner'] } }),
    transform: {
      filter: { id: /\/sonner\/dist\/index\.mjs/ },
      handler(code) {
        const stripped = code.replace(/^__insertCSS\(".*"\);?$/m, '');
        if (stripped === code)
          this.error('sonner no longer calls __insertCSS; adapt build/sonner-without-style-element.ts');
        return { code: stripped, map: null };
      },
    },
  };
}

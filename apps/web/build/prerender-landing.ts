import path from 'node:path';
import react from '@vitejs/plugin-react';
import { runnerImport, type Plugin } from 'vite';

const mark = '<!--landing-->';

type LandingModule = { landingHtml: () => string };

/**
 * Writes the landing page into its document (landing.html), as React would draw it: it is painted before any script, and
 * a visitor's browser needs no React for it.
 */
export function prerenderLanding(): Plugin {
  let root = '';
  return {
    name: 'prerender-landing',
    configResolved(config) {
      root = config.root;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path: document }) {
        if (document !== '/landing.html') return html;
        const { module } = await runnerImport<LandingModule>(path.join(root, 'src/landing-html.tsx'), {
          root,
          configFile: false,
          logLevel: 'error',
          plugins: [react()],
        });
        const drawn = module.landingHtml();
        if (/ style="/.test(drawn)) throw new Error('the content security policy lets no style attribute be drawn');
        if (!html.includes(mark)) throw new Error(`landing.html has no ${mark}`);
        return html.replace(mark, () => drawn);
      },
    },
  };
}

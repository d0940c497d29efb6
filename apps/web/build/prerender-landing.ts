import path from 'node:path';
import react from '@vitejs/plugin-react';
import { runnerImport, type Plugin } from 'vite';
import { classNamesOnly } from './css-modules.ts';

const mark = '<!--landing-->';

type LandingModule = { landingHtml: () => string };

/** Renders the landing page into landing.html. The page paints before any script, and visitors do not load React. */
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
          plugins: [react(), classNamesOnly()],
        });
        // The server writes the brand's name (packages/contract/src/figures.ts).
        const rendered = module.landingHtml().replaceAll('Florin', '{{brand}}');
        if (/ style="/.test(rendered))
          throw new Error('the content security policy forbids style attributes in landing.html');
        if (!html.includes(mark)) throw new Error(`landing.html has no ${mark}`);
        return html.replace(mark, () => rendered);
      },
    },
  };
}

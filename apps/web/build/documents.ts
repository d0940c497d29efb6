import { defaultPolicy, policyFigures, withFigures } from '@florin/contract';
import type { Connect, Plugin } from 'vite';

/** The app's HTML documents. Each document has its own start script. */
export const documents = ['index.html', 'entry.html', 'landing.html'];

/**
 * Chooses the document of a path in development. In production the server chooses the document
 * (platform/http/web-app.ts).
 */
export function documentsByAddress(): Plugin {
  return {
    name: 'documents-by-address',
    configureServer({ middlewares }) {
      middlewares.use(choose);
    },
  };
}

/**
 * Writes the default figures and the default name into the documents in development. In production the server writes
 * the configured values.
 */
export function usualFigures(): Plugin {
  return {
    name: 'usual-figures',
    apply: 'serve',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => withFigures(html, { ...policyFigures(defaultPolicy), brand: 'Florin' }),
    },
  };
}

const choose: Connect.NextHandleFunction = (request, _response, next) => {
  const [path = ''] = (request.url ?? '').split('?');
  if (path === '/') request.url = '/landing.html';
  else if (/^\/(login|signup|forgot-password|reset-password)(\/|$)/i.test(path)) request.url = '/entry.html';
  next();
};

import type { Connect, Plugin } from 'vite';

/** The app's documents, each with the script it begins with. */
export const documents = ['index.html', 'entry.html', 'landing.html'];

/** While developing, which document an address has; the built ones are chosen by the server (platform/http/web-app.ts). */
export function documentsByAddress(): Plugin {
  return {
    name: 'documents-by-address',
    configureServer({ middlewares }) {
      middlewares.use(choose);
    },
  };
}

const choose: Connect.NextHandleFunction = (request, _response, next) => {
  const [path = ''] = (request.url ?? '').split('?');
  if (path === '/') request.url = '/landing.html';
  else if (/^\/(login|signup|forgot-password|reset-password)(\/|$)/i.test(path)) request.url = '/entry.html';
  next();
};

import { paths } from '../src/paths.ts';
import { cacheName, manifest, offlinePagePath, shellPath } from './build-manifest.ts';
import { cacheShell } from './build-cache.ts';

declare const self: ServiceWorkerGlobalScope;

/** After this time the worker uses the cached page instead of the network's page. */
const networkTimeoutMs = 4_000;

/** Pages with their own documents, which contain no member data. */
const ownDocuments: readonly string[] = [paths.landing, paths.login, paths.signup, paths.forgotPassword];
const isOwnDocument = (path: string) => ownDocuments.includes(path) || path.startsWith(paths.resetPassword);

/**
 * Serves the app's pages and files. Ignores `/api` and other origins: the page itself loads and stores money data
 * (src/offline/last-seen.ts).
 */
export function handleFetch(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/api(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') {
    if (!isFile(pathname)) event.respondWith(pageResponse(event, pathname));
  } else if (isImmutable(pathname)) event.respondWith(cacheFirst(request));
  else if (manifest.files.includes(pathname)) event.respondWith(networkFirst(request));
}

const isFile = (path: string) =>
  /^\/[^/]+\.\w+$/.test(path) || isImmutable(path) || /^\/(healthz|readyz|metrics)$/.test(path);

/** Hashed files never change. Coin icons may change with the next build. */
const isImmutable = (path: string) => path.startsWith('/assets/') || path.startsWith('/coins/');

/** Returns the network's page, or the cached page if the network fails or is slow. */
async function pageResponse(event: FetchEvent, path: string): Promise<Response> {
  const fetched = fetchPage(event);
  event.waitUntil(fetched.then((page) => cacheShell(page.clone())).catch(() => undefined));
  if (isOwnDocument(path)) return fetched.catch(offlinePage);
  const page = await Promise.race([fetched.catch(() => undefined), networkTimeout()]);
  return page ?? (await match(shellPath)) ?? fetched.catch(offlinePage);
}

/** Fetches the page. Treats a gateway's 502 to 504 as a network failure. */
async function fetchPage(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  const page = preloaded ?? (await fetch(event.request));
  if (page.status >= 502 && page.status <= 504) throw new Error(`HTTP ${page.status}`);
  return page;
}

const networkTimeout = () => new Promise<undefined>((resolve) => setTimeout(resolve, networkTimeoutMs));

async function cacheFirst(request: Request): Promise<Response> {
  const cached = await match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && new URL(request.url).pathname.startsWith('/coins/')) {
    const cache = await caches.open(cacheName);
    await cache.put(request, response.clone());
  }
  return response;
}

const networkFirst = (request: Request): Promise<Response> =>
  fetch(request).catch(async (error: unknown) => {
    const cached = await match(request);
    if (cached) return cached;
    throw error;
  });

async function match(request: Request | string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(request);
}

/** Returns the offline page. Its content security policy allows own-origin files only. */
async function offlinePage(): Promise<Response> {
  const page = await match(offlinePagePath);
  if (!page) return Response.error();
  return new Response(page.body, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
}

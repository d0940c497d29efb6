import { paths } from '../src/paths.ts';
import { cacheName, kept, offlinePagePath, shellPath } from './kept.ts';
import { keepShell } from './keep-shell.ts';

declare const self: ServiceWorkerGlobalScope;

/** A network that is slower than this is as good as none. */
const patienceMs = 4_000;

/** Pages that are documents of their own, without anything of a member's. */
const ownDocuments: readonly string[] = [paths.landing, paths.login, paths.signup, paths.forgotPassword];
const isOwnDocument = (path: string) => ownDocuments.includes(path) || path.startsWith(paths.resetPassword);

/**
 * Answers what makes the app's pages. Nothing of /api ever passes here, nor what is not ours: money is asked for by the
 * page, and what of it is kept is the page's affair (src/offline/last-seen.ts).
 */
export function answer(event: FetchEvent): void {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || /^\/api(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') {
    if (!isFile(pathname)) event.respondWith(answerPage(event, pathname));
  } else if (isUnchanging(pathname)) event.respondWith(keptFirst(request));
  else if (kept.files.includes(pathname)) event.respondWith(newestFirst(request));
}

const isFile = (path: string) =>
  /^\/[^/]+\.\w+$/.test(path) || isUnchanging(path) || /^\/(healthz|readyz|metrics)$/.test(path);

/** Hashed files for ever, coins until the next build. */
const isUnchanging = (path: string) => path.startsWith('/assets/') || path.startsWith('/coins/');

/** The newest page; what was kept where the network does not give one in time. */
async function answerPage(event: FetchEvent, path: string): Promise<Response> {
  const asked = askForPage(event);
  event.waitUntil(asked.then((page) => keepShell(page.clone())).catch(() => undefined));
  if (isOwnDocument(path)) return asked.catch(offlinePage);
  const page = await Promise.race([asked.catch(() => undefined), patience()]);
  return page ?? (await match(shellPath)) ?? asked.catch(offlinePage);
}

/** What a gateway says about a server that is not there is no page of ours. */
async function askForPage(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  const page = preloaded ?? (await fetch(event.request));
  if (page.status >= 502 && page.status <= 504) throw new Error(`HTTP ${page.status}`);
  return page;
}

const patience = () => new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs));

async function keptFirst(request: Request): Promise<Response> {
  const known = await match(request);
  if (known) return known;
  const answered = await fetch(request);
  if (answered.ok && new URL(request.url).pathname.startsWith('/coins/')) {
    const cache = await caches.open(cacheName);
    await cache.put(request, answered.clone());
  }
  return answered;
}

const newestFirst = (request: Request): Promise<Response> =>
  fetch(request).catch(async (error: unknown) => {
    const known = await match(request);
    if (known) return known;
    throw error;
  });

async function match(request: Request | string): Promise<Response | undefined> {
  const cache = await caches.open(cacheName);
  return cache.match(request);
}

/** Says in the app's look that there is no network. It may use what is kept, and nothing else. */
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

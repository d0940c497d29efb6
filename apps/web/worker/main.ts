import { handleFetch } from './fetch-handler.ts';
import { areCached, cacheBuild, takeOver } from './build-cache.ts';
import { openPage, showMessage } from './push.ts';

/** The service worker, which caches the app for offline use and shows push notifications. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', (event) => event.waitUntil(cacheBuild()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', handleFetch);

/**
 * The worker of a new build normally waits until the last page of the old build closes. If the only open page already
 * belongs to the new build, the worker takes over at once.
 */
self.addEventListener('message', (event) => {
  event.waitUntil(takeOverIfCurrent(event.data.files));
});

async function takeOverIfCurrent(filesOfPage: readonly string[]) {
  const { length } = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (length === 1 && areCached(filesOfPage)) await self.skipWaiting();
}

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showMessage(event.data.json()));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data.path));
});

/** Shows what the server pushes, and leads to the page it is about. Registered only where push messages are turned on. */

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, path, tag } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: { path } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});

/** In a window that is there already, else in a new one. Never anywhere but here. */
async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [window] = await self.clients.matchAll({ type: 'window' });
  if (!window) return self.clients.openWindow(url);
  await window.focus();
  // Of a window that this worker does not control it is not allowed.
  return window.navigate(url).catch(() => self.clients.openWindow(url));
}

// A browser that was told before the worker changed goes on with the new one at once.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

import { onlineManager, QueryClient } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { onSessionExpired } from '../src/api/client.ts';
import { isSettling } from '../src/api/live-prices.ts';
import { deviceNow, recordServerTime } from '../src/api/server-time.ts';
import { forgetStoredSession } from '../src/api/stored-session.ts';
import { handleToasts } from '../src/ui/toast.ts';
import { FakeUpload } from './fake-upload.ts';

// The test files share one process: its document, address, storage, toasts, uploads, clock, module state and online
// state. These hooks reset this shared state, and empty the document after each file.
beforeEach(() => {
  onlineManager.setOnline(true);
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  toast.dismiss(); // otherwise the next test would show the toasts of the last four seconds
  handleToasts(() => undefined)(); // and those that wait for a list of toasts
  FakeUpload.all.length = 0;
  for (const client of clients) client.clear();
  clients.clear();
});

/** The query clients of a test. Their retries would otherwise reach the next test's server. */
const clients = new Set<QueryClient>();
const mount = Object.getOwnPropertyDescriptor(QueryClient.prototype, 'mount')?.value as () => void;
const toRealTime = vi.useRealTimers;

beforeAll(() => {
  QueryClient.prototype.mount = function recordClient() {
    clients.add(this);
    mount.call(this);
  };
  // Runs pending fake timers first, so no module waits forever in later files.
  vi.useRealTimers = () => {
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
    return toRealTime();
  };
});
afterAll(async () => {
  // After a process's last file the document no longer exists, but a late update of the watched prices would need the
  // document.
  await vi.waitUntil(() => !isSettling(), 30_000);
});
afterAll(() => {
  QueryClient.prototype.mount = mount;
  vi.useRealTimers = toRealTime;
  vi.unstubAllGlobals();
  const { body, documentElement: root } = document;
  body.replaceChildren();
  for (const element of [root, body]) for (const name of element.getAttributeNames()) element.removeAttribute(name);
  document.title = '';
  document.querySelectorAll('meta').forEach((meta) => meta.remove());
  localStorage.clear();
  history.replaceState(null, '', '/');
  onSessionExpired(forgetStoredSession);
  const date = new Date(deviceNow()).toUTCString();
  recordServerTime(new Response(null, { headers: { date } }), deviceNow());
});

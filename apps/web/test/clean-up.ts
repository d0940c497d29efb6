import { onlineManager, QueryClient } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { toast } from 'sonner';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';

// The files share a process: its document, its storage, its messages, the state of its modules, and whether the server is
// reached. None finds what another has left.
beforeEach(() => {
  onlineManager.setOnline(true);
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  toast.dismiss(); // the next list of them would begin with those of the last four seconds
  for (const client of clients) client.clear();
  clients.clear();
});

/** Of the pages that a test has shown. A read that failed would be tried again later, by then of the next test's server. */
const clients = new Set<QueryClient>();
const mount = Object.getOwnPropertyDescriptor(QueryClient.prototype, 'mount')?.value as () => void;
const toRealTime = vi.useRealTimers;

beforeAll(() => {
  QueryClient.prototype.mount = function noted() {
    clients.add(this);
    mount.call(this);
  };
  // A module that waits for a timer which never runs would wait in all files that follow.
  vi.useRealTimers = () => {
    if (vi.isFakeTimers()) vi.runOnlyPendingTimers();
    return toRealTime();
  };
});
afterAll(() => {
  QueryClient.prototype.mount = mount;
  vi.useRealTimers = toRealTime;
});

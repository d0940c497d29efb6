import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { setTransport } from './network.ts';

/** A call without a response after this time triggers a health check. */
const silenceMs = 8_000;
const healthTimeoutMs = 5_000;
const firstWaitMs = 1_000;
const maxWaitMs = 15_000;

let watching = false;
let check: Promise<boolean> | undefined;
let nextCheck: ReturnType<typeof setTimeout> | undefined;
let waitMs = firstWaitMs;

/**
 * Makes "online" mean that the server answers. The browser's offline event applies immediately. The browser's online
 * event, or a failed call, starts health checks that repeat until the server answers. Returns a stop function.
 */
export function watchReach(): () => void {
  watching = true;
  setTransport(fetchWithinReach);
  onlineManager.setEventListener((setOnline) => {
    const onOffline = () => setOnline(false);
    const onOnline = () => void isReached();
    window.addEventListener('offline', onOffline);
    window.addEventListener('online', onOnline);
    return () => {
      window.removeEventListener('offline', onOffline);
      window.removeEventListener('online', onOnline);
    };
  });
  return () => {
    watching = false;
    clearTimeout(nextCheck);
    onlineManager.setEventListener(() => undefined);
  };
}

/** Checks the server's health and updates the online state. */
export function isReached(): Promise<boolean> {
  clearTimeout(nextCheck);
  check ??= serverAnswers().then((answers) => {
    check = undefined;
    onlineManager.setOnline(answers);
    if (answers) waitMs = firstWaitMs;
    else checkLater();
    return answers;
  });
  return check;
}

/** Polls again after a pause, unless the watch has stopped. Without a network the browser reports when it is back. */
function checkLater() {
  if (!watching || !navigator.onLine) return;
  clearTimeout(nextCheck);
  nextCheck = setTimeout(() => void isReached(), waitMs);
  waitMs = Math.min(waitMs * 2, maxWaitMs);
}

const serverAnswers = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(healthTimeoutMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a failed call was lost because the server is unreachable. */
export const isOutOfReach = async (): Promise<boolean> => watching && !(await isReached());

/** Like `fetch`, but fails immediately while offline, without an error in the browser's console. */
export async function fetchWithinReach(url: string, init: RequestInit): Promise<Response> {
  if (!watching) return fetch(url, init);
  if (!onlineManager.isOnline()) throw new TypeError('the server cannot be reached');
  const silent = setTimeout(() => void isReached(), silenceMs);
  try {
    const response = await fetch(url, init);
    if (isGatewayError(response)) void isReached();
    return response;
  } catch (error) {
    if (init.signal?.aborted !== true) void isReached();
    throw error;
  } finally {
    clearTimeout(silent);
  }
}

/**
 * A proxy sends 502 to 504 if it cannot reach the server. Our server also sends 503, so the health check separates the
 * two cases.
 */
const isGatewayError = ({ status }: Response) => status >= 502 && status <= 504;

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());

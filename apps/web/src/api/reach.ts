import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sendBy } from './network.ts';

/** No answer for so long, and it is asked whether the server is there at all. */
const silenceMs = 8_000;
const answerWithinMs = 5_000;
const firstWaitMs = 1_000;
const longestWaitMs = 15_000;

let watching = false;
let asking: Promise<boolean> | undefined;
let nextAsk: ReturnType<typeof setTimeout> | undefined;
let waitMs = firstWaitMs;

/**
 * From now on online means that the server answers. The browser is believed when it says that there is no network, and
 * not when it says that there is one: then, and whenever a call gets lost, the server is asked, until it answers.
 * Returns the way to stop.
 */
export function watchReach(): () => void {
  watching = true;
  sendBy(fetchWithinReach);
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
    clearTimeout(nextAsk);
    onlineManager.setEventListener(() => undefined);
  };
}

/** Asks the server, and lets everybody know. */
export function isReached(): Promise<boolean> {
  clearTimeout(nextAsk);
  asking ??= serverAnswers().then((answers) => {
    asking = undefined;
    onlineManager.setOnline(answers);
    if (answers) waitMs = firstWaitMs;
    else askLater();
    return answers;
  });
  return asking;
}

/** Polls again after a pause, unless the watch has stopped. Without a network the browser reports when it is back. */
function askLater() {
  if (!watching || !navigator.onLine) return;
  clearTimeout(nextAsk);
  nextAsk = setTimeout(() => void isReached(), waitMs);
  waitMs = Math.min(waitMs * 2, longestWaitMs);
}

const serverAnswers = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(answerWithinMs) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Whether a call that failed did so because there is no server to be reached. */
export const isOutOfReach = async (): Promise<boolean> => watching && !(await isReached());

/** A call over the network. While there is none it fails at once, and says nothing to the browser's console. */
export async function fetchWithinReach(url: string, init: RequestInit): Promise<Response> {
  if (!watching) return fetch(url, init);
  if (!onlineManager.isOnline()) throw new TypeError('the server cannot be reached');
  const silent = setTimeout(() => void isReached(), silenceMs);
  try {
    const response = await fetch(url, init);
    if (isGatewayAlone(response)) void isReached();
    return response;
  } catch (error) {
    if (init.signal?.aborted !== true) void isReached();
    throw error;
  } finally {
    clearTimeout(silent);
  }
}

/** What a proxy answers where it reaches no server. Ours has 503, too, and says then that it is there. */
const isGatewayAlone = ({ status }: Response) => status >= 502 && status <= 504;

const subscribe = (onChange: () => void) => onlineManager.subscribe(onChange);

export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());

import { endpoints } from '@florin/contract';
import { api } from './client.ts';

const workerPath = '/push-worker.js';

/** What this browser lets us do. */
export type PushAbility = 'possible' | 'blocked' | 'missing';

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/**
 * Takes up this browser's subscription for the session that runs now, as it ended with the one before. False where the
 * browser has none.
 */
export async function resumePush(): Promise<boolean> {
  const subscription = await ownSubscription();
  if (!subscription) return false;
  await tellServer(subscription);
  return true;
}

/**
 * Asks whoever sits here, subscribes this browser and tells the server. False where they said no. The worker is
 * registered only now: nobody else has a use for it.
 */
export async function turnOnPush(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  await navigator.serviceWorker.register(workerUrl());
  const { pushManager } = await navigator.serviceWorker.ready;
  const known = await pushManager.getSubscription();
  // One that was made for another key could not be sent to.
  if (known && !isFor(known, publicKey)) await known.unsubscribe();
  await tellServer(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  return true;
}

/** This browser hears no more; other browsers of the member do. */
export async function turnOffPush(): Promise<void> {
  const subscription = await ownSubscription();
  if (!subscription) return;
  await api.call(endpoints.removePushSubscription, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

async function ownSubscription(): Promise<PushSubscription | null> {
  if (pushAbility() !== 'possible') return null;
  const registration = await navigator.serviceWorker.getRegistration(workerPath);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON();
  await api.call(endpoints.addPushSubscription, {
    body: { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  });
}

function isFor({ options: { applicationServerKey: key } }: PushSubscription, publicKey: string): boolean {
  if (!key) return false;
  const base64 = btoa(String.fromCharCode(...new Uint8Array(key)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '') === publicKey;
}

declare global {
  interface Window {
    /** Not in TypeScript's library. What a policy makes is taken wherever a string is. */
    trustedTypes?: {
      createPolicy: (
        name: string,
        rules: { createScriptURL: (text: string) => string },
      ) => {
        createScriptURL: (text: string) => string;
      };
    };
  }
}

let url: string | undefined;

/** Where the page demands trusted types, a worker's address has to be one. */
function workerUrl(): string {
  url ??=
    window.trustedTypes?.createPolicy('push-worker', { createScriptURL: () => workerPath }).createScriptURL('') ??
    workerPath;
  return url;
}

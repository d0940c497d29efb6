import { endpoints } from '@florin/contract';
import { api } from './client.ts';
import { refusalCode } from './refusal-text.ts';
import { knownWorker, registerWorker } from './service-worker.ts';

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

/** Asks whoever sits here. Straight from their press, before anything that takes time: some browsers ask only then. */
export const askForPush = async (): Promise<boolean> =>
  pushAbility() === 'possible' && (await Notification.requestPermission()) === 'granted';

/** Subscribes this browser and tells the server. */
export async function turnOnPush(publicKey: string): Promise<void> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const known = await pushManager.getSubscription();
  // One that was made for another key could not be sent to.
  if (known && !isFor(known, publicKey)) await known.unsubscribe();
  const subscription = await subscribe();
  try {
    await tellServer(subscription);
  } catch (error) {
    if (refusalCode(error) !== 'push_endpoint_taken') throw error;
    // Somebody else registered this address. A new one is known to nobody.
    await subscription.unsubscribe();
    await tellServer(await subscribe());
  }
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
  const registration = await knownWorker();
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

import { endpoints } from '@florin/contract';
import { api } from './client.ts';
import { refusalCode } from './refusal-text.ts';
import { knownWorker, registerWorker } from './service-worker.ts';

/** Whether this browser can receive push notifications. */
export type PushAbility = 'possible' | 'blocked' | 'missing';

export function pushAbility(): PushAbility {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return 'missing';
  return Notification.permission === 'denied' ? 'blocked' : 'possible';
}

/** Registers this browser's subscription for the current session. Returns false if the browser has no subscription. */
export async function resumePush(): Promise<boolean> {
  const subscription = await ownSubscription();
  if (!subscription) return false;
  await register(subscription);
  return true;
}

/** Asks the user for permission. Call it directly in the press handler, because some browsers require that. */
export const askForPush = async (): Promise<boolean> =>
  pushAbility() === 'possible' && (await Notification.requestPermission()) === 'granted';

/** Subscribes this browser and registers the subscription on the server. */
export async function turnOnPush(publicKey: string): Promise<void> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () => pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const known = await pushManager.getSubscription();
  // The server cannot send to a subscription for another key.
  if (known && !isFor(known, publicKey)) await known.unsubscribe();
  const subscription = await subscribe();
  try {
    await register(subscription);
  } catch (error) {
    if (refusalCode(error) !== 'push_endpoint_taken') throw error;
    // Another member registered this endpoint, so this browser needs a new endpoint.
    await subscription.unsubscribe();
    await register(await subscribe());
  }
}

/** Ends push notifications in this browser only. */
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

async function register(subscription: PushSubscription): Promise<void> {
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

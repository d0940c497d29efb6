import { webAddress } from './config-feeds.ts';
import { isThisMachine } from './config-connections.ts';

export type StripeConfig = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another address of Stripe's interface, for tests and rehearsals. */
  readonly apiBase: URL | undefined;
};

/** Reads the settings of Stripe. A problem does not repeat a key. */
export function stripeOf(env: Record<string, string | undefined>, problems: string[]): StripeConfig | undefined {
  const [secretKey, webhookSecret] = [env['STRIPE_SECRET_KEY'] || undefined, env['STRIPE_WEBHOOK_SECRET'] || undefined];
  const apiBase = apiBaseOf(env, problems);
  if (secretKey !== undefined && !/^[sr]k_(?:live|test)_\w+$/.test(secretKey))
    problems.push('STRIPE_SECRET_KEY must be a secret or restricted key of Stripe, such as sk_live_….');
  if (webhookSecret !== undefined && !/^whsec_[\w+/=-]+$/.test(webhookSecret))
    problems.push('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint, such as whsec_….');
  if (secretKey !== undefined && webhookSecret !== undefined) return { secretKey, webhookSecret, apiBase };
  if (secretKey !== undefined)
    problems.push('STRIPE_SECRET_KEY needs STRIPE_WEBHOOK_SECRET: the signing secret of the webhook endpoint.');
  if (webhookSecret !== undefined)
    problems.push('STRIPE_WEBHOOK_SECRET needs STRIPE_SECRET_KEY: the key of the account.');
  return undefined;
}

/** Real payments go to Stripe only, so another address must be on this machine. */
function apiBaseOf(env: Record<string, string | undefined>, problems: string[]): URL | undefined {
  const text = env['STRIPE_API_BASE'];
  if (!text) return undefined;
  const url = webAddress(text);
  if (url && isThisMachine(url.hostname)) return url;
  problems.push('STRIPE_API_BASE must be an address of this machine, such as http://127.0.0.1:12111.');
  return undefined;
}

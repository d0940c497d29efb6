import { Stripe } from 'stripe';

export type StripeAccess = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Another address of Stripe's interface, for tests and rehearsals. */
  readonly apiBase: URL | undefined;
};

/** The time limit of one call. A call and its repetition end before another attempt may take over a charge. */
const timeoutMs = 10_000;

/** Each call has an idempotency key of ours, so the package may repeat a lost call. */
const repetitions = 1;

export const openStripe = ({ secretKey, apiBase }: StripeAccess): Stripe =>
  new Stripe(secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: repetitions,
    telemetry: false,
    appInfo: { name: 'Florin' },
    ...(apiBase && {
      host: apiBase.hostname,
      port: apiBase.port,
      protocol: apiBase.protocol === 'http:' ? 'http' : 'https',
    }),
  });

/** Returns the code of Stripe's error, such as `charge_already_refunded`, or undefined for another error. */
export const stripeCode = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? (error.code ?? error.type) : undefined;

/** Returns the payment of a declined card, or undefined for an error without one. */
export const declinedIntent = (error: unknown): Stripe.PaymentIntent | undefined =>
  error instanceof Stripe.errors.StripeError ? error.payment_intent : undefined;

/** Whether Stripe rejected a call permanently, without effect. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeIdempotencyError;

/** Whether Stripe may answer later: it did not answer, failed, or wants fewer calls. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;

export const isForeign = (error: unknown): boolean => error instanceof Stripe.errors.StripeSignatureVerificationError;

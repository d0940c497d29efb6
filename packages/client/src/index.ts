export * from './types.ts';
export * from './business-types.ts';
export * from './dry-run-types.ts';
export * from './event-types.ts';
export { FlorinError, type FlorinErrorParts } from './florin-error.ts';
export {
  createFlorin,
  type DryRunParts,
  type EventOptions,
  type Florin,
  type FlorinOptions,
  type Method,
  type ReadOptions,
} from './create-florin.ts';
export type { CallOptions, CallParts } from './send-request.ts';
export {
  verifyWebhook,
  WebhookRejected,
  type WebhookFault,
  type WebhookHeaders,
  type WebhookMessage,
} from './verify-webhook.ts';

import { nachaReasons } from './reasons/nacha-reasons.ts';
import { paymentReasons } from './reasons/payment-reasons.ts';
import { serviceReasons } from './reasons/service-reasons.ts';

/** The reason of a return for which the bank names none. */
export const reasonNotStated = 'not stated';

const texts: ReadonlyMap<string, string> = new Map([
  ...[paymentReasons, serviceReasons, nachaReasons].flatMap((reasons) => Object.entries(reasons)),
  [reasonNotStated.toUpperCase(), 'The bank did not state the reason.'],
]);

/**
 * Returns in plain words why a payment was rejected or came back, for the status and return reasons of ISO 20022, and
 * for NACHA's return and change codes. Null if the code is unknown.
 */
export const reasonText = (code: string): string | null => texts.get(code.trim().toUpperCase()) ?? null;

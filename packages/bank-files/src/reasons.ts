import { nachaReasons } from './reasons/nacha-reasons.ts';
import { paymentReasons } from './reasons/payment-reasons.ts';
import { serviceReasons } from './reasons/service-reasons.ts';

/** The reason for a return if the bank names no reason. */
export const reasonNotStated = 'not stated';

const texts: ReadonlyMap<string, string> = new Map([
  ...[paymentReasons, serviceReasons, nachaReasons].flatMap((reasons) => Object.entries(reasons)),
  [reasonNotStated.toUpperCase(), 'The bank did not state the reason.'],
]);

/**
 * Returns the reason for a rejected or returned payment in plain words. Knows the status and return reasons of ISO
 * 20022, and NACHA's return and change codes. Returns null for an unknown code.
 */
export const reasonText = (code: string): string | null => texts.get(code.trim().toUpperCase()) ?? null;

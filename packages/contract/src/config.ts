import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { plan } from './plans.ts';
import { currency, exact } from './wire.ts';

/** A fee in percent of the amount: `2`, `1.25`. */
const percent = z.string().check(z.regex(/^\d+(\.\d{1,2})?$/));

/** In whole units of the currency. */
const bounds = z.object({ minimum: exact, maximum: exact });

/** The limits of sends and withdrawals per UTC day and month, in US dollars. */
const levelLimits = z.object({ day: exact, month: exact });

export const configuration = z.object({
  /** `sandbox` holds no real money. */
  mode: z.enum(['sandbox', 'live']),
  brand: z.object({
    name: z.string(),
    support_email: z.string(),
    /** The address of the logo on this server. */
    logo: z.string(),
  }),
  currencies: z.array(currency),
  fees: z.object({ send: percent, buy: percent, sell: percent, exchange: percent }),
  /** Smallest first. */
  plans: z.array(plan),
  bounds: z.object({ deposit: bounds, withdrawal: bounds }),
  /** By KYC level: 0 new, 1 email confirmed, 2 identity verified. */
  kyc_limits: z.object({ 0: levelLimits, 1: levelLimits, 2: levelLimits }),
  confirmation_thresholds: z.object({
    /** Larger sends of a UTC day need two-factor confirmation, in US dollars. */
    second_factor: exact,
    /** Operators need a second operator for larger amounts, in US dollars. */
    second_operator: exact,
  }),
  /** Whether members can pay with cards. */
  cards: z.boolean(),
  /** Whether the operator provides the text. Terms and privacy notice always exist. */
  texts: z.object({ imprint: z.boolean() }),
});
export type Configuration = z.infer<typeof configuration>;

export const getConfig = endpoint({
  method: 'GET',
  path: '/config',
  summary: 'Get the brand, fees, limits and plans of this server',
  access: 'public',
  answer: configuration,
  refusals: [],
});

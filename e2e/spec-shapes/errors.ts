// The message of each failed call, and its place (rules errors-1, errors-2, sign-in-5, sign-in-11 and kyc-6).

import { buy, kyc, login, sell, send, signup, type Flow } from './flows.ts';
import { error, type Answer } from './spec-server.ts';

export type FailingFlow = {
  readonly call: string;
  readonly flow: Flow;
  readonly fallback: string;
  /** Whether the screen shows the server's own message, if the server sends a message. */
  readonly saysDetail: boolean;
};

export const failingFlows: readonly FailingFlow[] = [
  { call: 'POST /auth/login', flow: login, fallback: 'Login failed. Please try again.', saysDetail: false },
  { call: 'POST /auth/signup', flow: signup, fallback: 'Signup failed. Please try again.', saysDetail: false },
  { call: 'POST /transactions/send', flow: send, fallback: 'Failed to send money', saysDetail: true },
  { call: 'POST /crypto/buy', flow: buy, fallback: 'Failed to buy cryptocurrency', saysDetail: true },
  { call: 'POST /crypto/sell', flow: sell, fallback: 'Failed to sell cryptocurrency', saysDetail: true },
  { call: 'POST /kyc/submit', flow: kyc, fallback: 'Failed to submit KYC verification', saysDetail: false },
];

/** 401 has its own test, because it ends the session. */
export const statuses = [400, 403, 404, 409, 422, 429, 500] as const;

/** Messages differ between flows, because the toast of an earlier flow may still be visible. */
export const detailOf = (call: string, status: number) => `The other server says no to ${call}, with ${status}.`;

/** An error code of a newer server. */
export const ofUnknownCode = (call: string) => ({
  status: 409,
  json: {
    detail: `The moon is in the wrong house for ${call}.`,
    code: 'moon_in_wrong_house',
    request_id: 7,
    fields: 'none',
  },
});

/** Responses without a message to show: no text, another shape of error, a proxy's page, an empty body. */
export const speechless: Readonly<Record<string, Answer>> = {
  'an error without a sentence': { status: 422, json: {} },
  'an error whose detail is a list': { status: 422, json: { detail: [{ loc: ['body'], msg: 'field required' }] } },
  'a page of a proxy': { status: 500, text: '<html><h1>502 Bad Gateway</h1></html>' },
  'no answer': 'no answer',
};

/** Unusable responses with status 200, and error responses. */
export const loadFailures = {
  'a page in HTML': { status: 200, text: '<!doctype html><title>Sign in to the hotel’s network</title>' },
  'JSON that is cut short': { status: 200, text: '[{"id":"tx-1","type":"send","amo' },
  null: { status: 200, json: null },
  'other types': { status: 200, json: [{ id: {}, symbol: [], name: 1, amount: 'a lot', status: null, limits: 7 }] },
  'a call that is not there': error(404, 'Not Found'),
  'a server that is out of order': error(500, 'Out of order'),
} satisfies Readonly<Record<string, Answer>>;

export type LoadFailure = keyof typeof loadFailures;

export const signedOut = error(401, 'Not authenticated');

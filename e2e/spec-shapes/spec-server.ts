import type { Page, Route } from '@playwright/test';
import { coins, holdings, kyc, session, transactions, user } from './spec-data.ts';

/** A body to be sent as JSON, a text that is sent as it is, or no answer at all. */
export type Answer =
  | { readonly status: number; readonly json?: unknown; readonly text?: string }
  | 'no answer'
  | 'never';

export const ok = (json: unknown): Answer => ({ status: 200, json });
export const error = (status: number, detail: string): Answer => ({ status, json: { detail } });

/** By method and path, `GET /auth/me`. */
export type Answers = Readonly<Record<string, Answer>>;

const filled: Answers = {
  'POST /auth/signup': ok(session),
  'POST /auth/login': ok(session),
  'GET /auth/me': ok(user),
  'POST /transactions/send': ok({}),
  'GET /transactions': ok(transactions),
  'GET /crypto/list': ok(coins),
  'GET /crypto/portfolio': ok(holdings),
  'POST /crypto/buy': ok({ crypto_amount: 0.00155806 }),
  'POST /crypto/sell': ok({ usd_amount: 31.67 }),
  'GET /kyc/status': ok(kyc),
  'POST /kyc/submit': ok({}),
};

export const specCalls = Object.keys(filled);

export type SpecServer = {
  /** Answers these calls differently from now on. */
  readonly answer: (answers: Answers) => void;
  /** The bodies that a call was made with, in their order. */
  readonly bodiesOf: (call: string) => readonly unknown[];
};

/** Stands in for another server: it has the calls of the specification and answers every other one 404. */
export async function serveSpec(page: Page, answers: Answers = {}): Promise<SpecServer> {
  const table = new Map(Object.entries({ ...filled, ...answers }));
  const bodies: { call: string; body: unknown }[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const call = `${request.method()} ${new URL(request.url()).pathname.replace(/^\/api/, '')}`;
    bodies.push({ call, body: request.postDataJSON() });
    await give(route, table.get(call) ?? error(404, 'Not Found'));
  });
  return {
    answer: (changes) => {
      for (const [call, answer] of Object.entries(changes)) table.set(call, answer);
    },
    bodiesOf: (call) => bodies.filter((each) => each.call === call).map(({ body }) => body),
  };
}

async function give(route: Route, answer: Answer) {
  if (answer === 'never') return;
  if (answer === 'no answer') return route.abort('connectionreset');
  const { status, json, text } = answer;
  const body = text ?? JSON.stringify(json);
  await route.fulfill({ status, contentType: text === undefined ? 'application/json' : 'text/html', body });
}

import { demoLogin, endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { turnOnTwoFactor } from '../authenticator-app.ts';
import { jpeg } from '../kyc-papers.ts';
import { addCard, buy, clientOf, openAccount } from '../members.ts';
import { submittedCase } from './submitted-case.ts';

export type Who = { readonly token: string; readonly user: unknown };

/** Creates the members for the pictures, each in the state that a screen needs. */
export async function castOf(origin: string, page: Page) {
  const signIn = (email: string, password: string) =>
    clientOf(origin, null).call(endpoints.login, { body: { email, password } });
  const [demo, operator] = await Promise.all([
    signIn(demoLogin.email, demoLogin.password),
    signIn('operator@florin.example', 'sandbox-florin'),
  ]);
  const asOperator = clientOf(origin, operator.token);

  const fresh = await openAccount(origin, { name: 'Nora Lind' });
  const photo = await jpeg(page);
  const submitted = (first: string, last: string) => submittedCase(origin, photo, [first, last]);
  const waiting = await submitted('Vera', 'Review');
  const needsMore = await submitted('Mika', 'Review');
  const verified = await submitted('Lena', 'Review');
  const denied = await submitted('Anton', 'Deny');
  await untilAtPeople(asOperator, [waiting, needsMore, verified]);
  await asOperator.call(endpoints.decideKycCase, {
    params: { id: needsMore.user.id },
    body: {
      decision: 'needs_more',
      reasons: [
        { item: 'document', reason: 'The photo is cut off at the lower edge; the two code lines must be readable.' },
        { item: 'selfie', reason: 'Your glasses reflect the light. Take them off for the photo.' },
      ],
    },
  });
  await asOperator.call(endpoints.decideKycCase, { params: { id: verified.user.id }, body: { decision: 'verified' } });

  const careful = await openAccount(origin, { name: 'Clara Holm', funds: { USD: '700.00' } });
  await addCard(careful.api, 'tok_bank');
  await turnOnTwoFactor(origin, careful);
  const nearLimit = await openAccount(origin, { name: 'Tom Vale', funds: { USD: '700.00' } });
  await buy(nearLimit, 'BTC', '480.00');
  return { demo, operator, fresh, waiting, needsMore, verified, denied, careful, nearLimit } satisfies Record<
    string,
    Who
  >;
}

export type Cast = Awaited<ReturnType<typeof castOf>>;

/** Waits until the identity check has passed the cases to manual review. */
async function untilAtPeople(asOperator: ReturnType<typeof clientOf>, members: { user: { id: string } }[]) {
  for (let attempt = 0; attempt < 240; attempt++) {
    const cases = new Set((await asOperator.call(endpoints.listKycCases)).map(({ id }) => id));
    if (members.every(({ user }) => cases.has(user.id))) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the cases did not reach manual review within two minutes');
}

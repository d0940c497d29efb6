import { endpoints, type Client } from '@florin/contract';
import { actingClient, join, openBusiness, type TestBusiness } from './business.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** A business with $20,000 and three people, and a shop to pay. */
export type Bakery = {
  readonly acme: TestBusiness;
  readonly ines: TestMember;
  readonly jonas: TestMember;
  readonly lea: TestMember;
  readonly shop: TestMember;
  /** Ines, Jonas and Lea, who act for the business. */
  readonly owner: Client;
  readonly payer: Client;
  readonly approver: Client;
};

export async function openBakery(florin: TestApp): Promise<Bakery> {
  const [ines, jonas] = [await florin.signUp('Ines'), await florin.signUp('Jonas')];
  const [lea, shop] = [await florin.signUp('Lea'), await florin.signUp('Shop')];
  const acme = await openBusiness(florin, ines);
  const owner = actingClient(florin, ines.token, acme.handle);
  await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [acme.id]);
  const card = await owner.call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
  for (let i = 0; i < 4; i += 1)
    await owner.call(endpoints.addFunds, { body: { amount: '5000.00', payment_method_id: card.id } });
  const payer = await join(florin, ines, acme, { person: jonas, role: 'payer' });
  const approver = await join(florin, ines, acme, { person: lea, role: 'approver' });
  return { acme, ines, jonas, lea, shop, owner, payer, approver };
}

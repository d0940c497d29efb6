import { endpoints, type Client } from '@florin/contract';
import type { Pool } from '../../src/platform/database/pool.ts';
import { newPerson, type Person } from './people.ts';

/** A member with 18,000 dollars, some coins, high limits, a card and a bank account. */
export type Member = Person & { readonly id: string; readonly cardId: string; readonly bankId: string };

type Place = { readonly ownerPool: Pool; readonly clientOf: (token: string | null) => Client };

export async function newMembers(place: Place, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let i = 0; i < count; i++) members.push(await newMember(place));
  return members;
}

async function newMember({ ownerPool, clientOf }: Place): Promise<Member> {
  const person = await newPerson(clientOf(null), clientOf, '20000.00');
  const { rows } = await ownerPool.query<{ id: string }>(
    `update users set plan = 'business', kyc_level = 2, email_confirmed_at = now() where email = $1 returning id`,
    [person.email],
  );
  const client = clientOf(person.token);
  const [card] = await client.call(endpoints.listPaymentMethods);
  const bank = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  await client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: '2000.00', payment_method_id: 'usd_balance' },
  });
  return { ...person, id: rows[0]?.id ?? '', cardId: card?.id ?? '', bankId: bank.id };
}

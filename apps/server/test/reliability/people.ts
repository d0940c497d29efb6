import { randomUUID } from 'node:crypto';
import { endpoints, type Client } from '@florin/contract';

export type Person = { readonly email: string; readonly token: string };

/** Signs up a new member and adds this amount from a sandbox card. */
export async function newPerson(client: Client, clientOf: (token: string) => Client, usd?: string): Promise<Person> {
  const email = `${randomUUID().slice(0, 13)}@florin.example`;
  const { token } = await client.call(endpoints.signup, {
    body: { name: 'Storm Rider', email, password: 'correct horse battery' },
  });
  if (usd !== undefined) {
    const card = await clientOf(token).call(endpoints.addPaymentMethod, { body: { token: 'tok_visa' } });
    await clientOf(token).call(endpoints.addFunds, { body: { amount: usd, payment_method_id: card.id } });
  }
  return { email, token };
}

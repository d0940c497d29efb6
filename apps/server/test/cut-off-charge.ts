import { endpoints, type CallOf, type Endpoints } from '@florin/contract';
import { expect } from 'vitest';
import type { TestApp, TestMember } from './test-app.ts';

type Charging = Endpoints['addFunds'] | Endpoints['buyCoins'];

/**
 * Leaves a charge in the state of an interrupted attempt: before the rail answered (`started`), or after the rail
 * charged and before the entry was posted (`charged`). Starts from a declined charge, then makes its card valid.
 */
export async function cutOffCharge<E extends Charging>(
  { database }: TestApp,
  { client, user }: TestMember,
  attempt: { endpoint: E; body: Omit<CallOf<E>['body'], 'payment_method_id'>; key: string; at: 'started' | 'charged' },
) {
  const card = await client.call(endpoints.addPaymentMethod, { body: { token: 'tok_declined' } });
  const input = { body: { ...attempt.body, payment_method_id: card.id } } as CallOf<Charging>;
  const call = () => client.call<Charging>(attempt.endpoint, input, { idempotencyKey: attempt.key });
  await expect(call()).rejects.toMatchObject({ body: { code: 'payment_declined' } });
  await database.ownerPool.query(`update payment_methods set rail_token = 'tok_visa' where id = $1`, [card.id]);
  await database.ownerPool.query(
    `update charges set state = $2, working_until = now() + interval '30 seconds'
     where user_id = $1 and payment_method_id = $3`,
    [user.id, attempt.at, card.id],
  );
  return {
    /** Repeats the same submission. */
    again: call,
    /** Ends the attempt's time, so that another attempt may continue the charge. */
    abandon: () =>
      database.ownerPool.query('update charges set working_until = now() where payment_method_id = $1', [card.id]),
    state: async () => {
      const { rows } = await database.ownerPool.query<{ state: string }>(
        'select state from charges where payment_method_id = $1',
        [card.id],
      );
      return rows[0]?.state;
    },
    card,
  };
}

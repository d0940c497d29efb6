import { expect, test } from 'vitest';
import { orderOf } from '../../../test/operations-server.ts';
import { actOn } from './orders/order-acts.ts';
import { actOnUser } from './users/user-acts.ts';

const jonas = { id: '2', name: 'Jonas Weber' } as Parameters<typeof actOnUser>[1];

test('the reason field says who can read the reason', () => {
  expect(actOn({ how: 'return', order: orderOf() }).reasonHelp).toBe('Shown to the member with the transaction.');
  expect(actOnUser('freeze', jonas).reasonHelp).toBe('Stored until the account is unfrozen.');
});

import { expect, test } from 'vitest';
import { orderOf } from '../../../test/operations-server.ts';
import { actOn } from './orders/order-acts.ts';
import { actOnUser } from './users/user-acts.ts';

const jonas = { id: '2', name: 'Jonas Weber' } as Parameters<typeof actOnUser>[1];

test('a reason says who reads it: the audit trail keeps none, as it is free text about a person', () => {
  expect(actOn({ how: 'return', order: orderOf() }).reasonHelp).toBe('The member reads it with the transaction.');
  expect(actOnUser('freeze', jonas).reasonHelp).toBe('Kept with the account until it is unfrozen.');
});

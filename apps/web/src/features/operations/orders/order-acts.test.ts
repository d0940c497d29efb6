import { expect, test } from 'vitest';
import { orderOf } from '../../../../test/operations-server.ts';
import { actOn } from './order-acts.ts';

const said = (how: 'settle' | 'return', kind: 'withdrawal' | 'deposit') =>
  actOn({ how, order: orderOf({ kind }) }).description;

test('what is asked before an order is ended says where the money goes, and of no fee: there is none', () => {
  expect(said('settle', 'withdrawal')).toBe(
    'The bank has it: $800.00 of Oskar Lind is paid to First Harbor Bank ••••6789 and cannot come back.',
  );
  expect(said('settle', 'deposit')).toBe(
    'The bank has it: when a second operator approves, $800.00 from First Harbor Bank ••••6789 arrives in the wallet of Oskar Lind.',
  );
  expect(said('return', 'withdrawal')).toBe(
    'The bank does not take it: $800.00 goes back to the wallet of Oskar Lind.',
  );
  expect(said('return', 'deposit')).toBe('The bank does not have it: the deposit of Oskar Lind is called off.');
});

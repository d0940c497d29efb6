import { expect, test } from 'vitest';
import { orderOf } from '../../../../test/operations-server.ts';
import { actOn } from './order-acts.ts';

const descriptionOf = (how: 'settle' | 'return', kind: 'withdrawal' | 'deposit') =>
  actOn({ how, order: orderOf({ kind }) }).description;

test('the confirmation of an order says where the money goes', () => {
  expect(descriptionOf('settle', 'withdrawal')).toBe(
    'The bank pays $800.00 from Oskar Lind to First Harbor Bank ••••6789. This can’t be undone.',
  );
  expect(descriptionOf('settle', 'deposit')).toBe(
    'The bank received $800.00 from First Harbor Bank ••••6789. After a second operator approves, Oskar Lind gets the money.',
  );
  expect(descriptionOf('return', 'withdrawal')).toBe(
    'The bank rejected the order. $800.00 goes back to the wallet of Oskar Lind.',
  );
  expect(descriptionOf('return', 'deposit')).toBe('The bank got no payment. This cancels the deposit of Oskar Lind.');
});

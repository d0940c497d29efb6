import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../../../test/refused-with.ts';
import { createTestApp, type TestApp } from '../../../../test/test-app.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

test('a changed name is shown immediately, even to other members', async () => {
  const ines = await florin.signUpWith('100', 'Ines Almeida');
  const hana = await florin.signUp('Hana Sato');
  const sent = await ines.client.call(endpoints.sendMoney, {
    body: { recipient_email: hana.user.email, amount: '5', currency: 'USD', note: '' },
  });
  const changed = await ines.client.call(endpoints.changeProfile, { body: { name: '  Inês Almeida ' } });
  expect(changed).toMatchObject({ name: 'Inês Almeida', phone: null, email: ines.user.email });
  expect(await ines.client.call(endpoints.me)).toMatchObject({ name: 'Inês Almeida' });
  const [received] = await hana.client.call(endpoints.listTransactions, { query: {} });
  expect(received).toMatchObject({ type: 'receive', counterparty: 'Inês Almeida' });
  expect(sent.status).toBe('completed');
  const { rows } = await florin.database.ownerPool.query('select topic from member_changes where user_id = $1', [
    ines.user.id,
  ]);
  expect(rows).toContainEqual({ topic: 'account' });
});

test('a phone number is stored as entered, an empty one removes it, and missing fields stay', async () => {
  const ines = await florin.signUp('Ines');
  const change = (body: { name?: string; phone?: string }) => ines.client.call(endpoints.changeProfile, { body });
  expect(await change({ phone: '+351 912 345 678' })).toMatchObject({ phone: '+351 912 345 678', name: 'Ines' });
  expect(await change({ name: 'Ines A' })).toMatchObject({ phone: '+351 912 345 678', name: 'Ines A' });
  expect(await change({ phone: '' })).toMatchObject({ phone: null });
  expect(await change({})).toMatchObject({ phone: null, name: 'Ines A' });
});

test.each([{ name: '  ' }, { name: 'x'.repeat(101) }, { phone: '912 345 678' }, { phone: '+abc' }])(
  'rejects the profile change %j',
  async (body) => {
    const ines = await florin.signUp('Ines');
    await expect(ines.client.call(endpoints.changeProfile, { body })).rejects.toMatchObject(
      refusedWith('invalid_request'),
    );
    expect(await ines.client.call(endpoints.me)).toMatchObject({ name: 'Ines', phone: null });
  },
);

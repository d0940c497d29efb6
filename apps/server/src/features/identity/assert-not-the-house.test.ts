import { randomUUID } from 'node:crypto';
import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusedWith } from '../../../test/refused-with.ts';
import { createTestApp, oneConnection, type TestApp } from '../../../test/test-app.ts';
import { writeConfig } from '../../../test/write-config.ts';

const brand = { name: 'Acme Pay' };

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp(writeConfig({ brand }), {}, oneConnection);
});
afterAll(() => florin.close());

const sentence = 'A name cannot contain the word "Acme Pay". Leave it out.';
const refused = refusedWith('invalid_request', { detail: sentence, fields: { name: sentence } });
const imitations = ['Acme Pay', 'AcmePay 24', 'ACME  P4Y', 'A C M E P A Y'];

const signUp = (name: string) =>
  florin.client.call(endpoints.signup, {
    body: { name, email: `${randomUUID()}@florin.example`, password: 'correct horse battery' },
  });

test('no member signs up under the configured brand', async () => {
  for (const name of imitations) await expect(signUp(name)).rejects.toMatchObject(refused);
  expect((await signUp('Ana Acme')).user.name).toBe('Ana Acme');
});

test('no member, verified or not, takes the configured brand as a new name', async () => {
  const ines = await florin.signUp('Ines');
  const verified = await florin.signUp('Vera');
  await florin.database.ownerPool.query('update users set kyc_level = 2 where id = $1', [verified.user.id]);
  for (const name of imitations) {
    await expect(ines.client.call(endpoints.changeProfile, { body: { name } })).rejects.toMatchObject(refused);
    await expect(verified.client.call(endpoints.startNameChange, { body: { name } })).rejects.toMatchObject(refused);
  }
  expect((await ines.client.call(endpoints.changeProfile, { body: { name: 'Ana Acme' } })).name).toBe('Ana Acme');
});

test("a member who had the brand's name before it was configured can still change the phone number", async () => {
  const old = await florin.signUp('Old');
  await florin.database.ownerPool.query(`update users set name = 'Acme Pay' where id = $1`, [old.user.id]);
  const body = { name: 'Acme Pay', phone: '+15555550123' };
  expect(await old.client.call(endpoints.changeProfile, { body })).toMatchObject({ name: 'Acme Pay' });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { paymentReferenceOf } from './payment-references.ts';

let florin: TestApp;
beforeAll(async () => {
  florin = await createTestApp();
});
afterAll(() => florin.close());

test('a payment reference is valid, stays the same, and differs between members', async () => {
  const [ines, jonas] = [await florin.signUp(), await florin.signUp()];
  const { pool } = florin.database;
  const references = await Promise.all([ines, ines, jonas].map(({ user }) => paymentReferenceOf(pool, user.id)));
  expect(references[0]).toMatch(/^RF\d{14}$/);
  expect(references[1]).toBe(references[0]);
  expect(references[2]).not.toBe(references[0]);
});

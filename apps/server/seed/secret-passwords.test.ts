import { demoLogin, endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test/test-app.ts';
import { cast } from './cast.ts';
import { hasPublishedPasswords, replacePublishedPasswords } from './secret-passwords.ts';

let florin: TestApp;
let said: string[];
beforeAll(async () => {
  florin = await createTestApp();
  for (const { name, email, password } of cast)
    await florin.client.call(endpoints.signup, { body: { name, email, password } });
  said = [];
  const replace = () => replacePublishedPasswords(florin.database.ownerPool, (line) => said.push(line));
  await Promise.all([replace(), replace()]); // two nodes
  await replace(); // the next start
});
afterAll(() => florin.close());

const signIn = (email: string, password: string) => florin.client.call(endpoints.login, { body: { email, password } });

describe('a sandbox that others can reach', () => {
  // Rules: identity-21
  test('prints random passwords for the demo accounts once', async () => {
    expect(said).toHaveLength(1);
    const printed = [...(said[0] ?? '').matchAll(/^ {2}(\S+) {2}(\S{16}) {2}/gm)].map(
      ([, email = '', password = '']) => ({
        email,
        password,
      }),
    );
    expect(printed.map(({ email }) => email)).toEqual(cast.map(({ email }) => email));
    for (const { email, password } of printed) expect((await signIn(email, password)).user.email).toBe(email);
  });

  // Rules: asvs-13.2.3
  test('replaces the published passwords and hides the demo sign-in', async () => {
    for (const { email, password } of cast)
      await expect(signIn(email, password)).rejects.toMatchObject({ body: { code: 'bad_credentials' } });
    expect(cast.map(({ password }) => password)).toContain(demoLogin.password);
    expect(await hasPublishedPasswords(florin.database.pool)).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { unsafeConnections } from './config-connections.ts';
import { parseConfig } from './config.ts';

describe('connections to other machines in live mode', () => {
  // Rules: asvs-12.3
  test.each([
    ['DATABASE_URL', 'postgres://florin:secret@db.example/florin'],
    ['DATABASE_URL', 'postgres://florin:secret@db.example/florin?sslmode=require'],
    ['DATABASE_URL', 'postgres://florin:secret@db.example/florin?sslmode=no-verify'],
    ['DATABASE_URL', 'postgres://florin:secret@localhost,10.0.0.12:5432/florin'],
    ['DATABASE_URL', 'postgres://florin:secret@localhost/florin?host=db.example'],
    ['MIGRATION_DATABASE_URL', 'postgres://owner:secret@10.0.0.11:5432/florin'],
    ['FLORIN_LEDGERS', 'postgres://florin:secret@localhost/a,postgres://florin:secret@db.example/b'],
    ['FLORIN_MIGRATION_LEDGERS', 'postgres://florin:secret@db.example,localhost/a'],
    ['SMTP_URL', 'smtp://florin:secret@mail.example:587'],
    ['SMTP_URL', 'smtp://florin:secret@mail.example:587?requireTLS=false'],
    ['PRICE_FEED', 'http://prices.example/secret'],
    ['EXCHANGE_RATES', 'http://rates.example/secret'],
    ['PUBLIC_URL', 'http://secret.example'],
  ])('rejects a connection without TLS or certificate check, without repeating its address: %s=%s', (name, url) => {
    const problems = unsafeConnections({ [name]: url });
    expect(problems).toEqual([expect.stringMatching(new RegExp(`^${name} .*(verify-full|TLS|https)`))]);
    expect(problems.join('')).not.toMatch(/secret|example/);
  });

  test.each([
    ['DATABASE_URL', 'postgres://florin:secret@db.example,db2.example/florin?sslmode=verify-full'],
    ['DATABASE_URL', 'postgres://florin:secret@10.0.0.11/florin?sslmode=disable'],
    ['DATABASE_URL', 'postgres://florin:secret@127.0.0.1:5432/florin'],
    ['DATABASE_URL', 'postgres://florin@localhost/florin?host=%2Frun%2Fpostgresql'],
    ['DATABASE_URL', 'postgres:///florin'],
    ['FLORIN_LEDGERS', 'postgres://u@localhost/a,postgres://u@one.example,two.example/b?sslmode=verify-full'],
    ['SMTP_URL', 'smtp://florin:secret@mail.example:587?requireTLS=true'],
    ['SMTP_URL', 'smtp://localhost:25'],
    ['PRICE_FEED', 'https://prices.example/list'],
    ['EXCHANGE_RATES', 'https://rates.example/list'],
    ['EXCHANGE_RATES', 'ecb'],
    ['PRICE_FEED', 'http://localhost:8080/list'],
    ['PUBLIC_URL', 'http://localhost:3000'],
  ])('accepts a remote address with a checked certificate, or with TLS disabled explicitly: %s=%s', (name, url) => {
    expect(unsafeConnections({ [name]: url })).toEqual([]);
  });

  test('rejects an unsafe connection in live mode, but not in a sandbox', () => {
    const DATABASE_URL = 'postgres://florin:secret@db.example/florin';
    expect(parseConfig({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    expect(() => parseConfig({ DATABASE_URL, FLORIN_MODE: 'live' })).toThrow(/sslmode=verify-full/);
  });
});

test('rejects an owner’s address of another database, without repeating the passwords', () => {
  const env = {
    DATABASE_URL: 'postgres://login:secret@localhost/florin_restored',
    MIGRATION_DATABASE_URL: 'postgres://owner:secret@localhost:5432/florin?sslmode=disable',
  };
  expect(() => parseConfig(env)).toThrow(
    /^DATABASE_URL names the database florin_restored, and MIGRATION_DATABASE_URL the database florin\. [^/]*$/,
  );
  expect(parseConfig({ ...env, DATABASE_URL: 'postgres://login@localhost/florin' }).mode).toBe('sandbox');
});

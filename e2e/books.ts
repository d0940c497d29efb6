import { expect } from '@playwright/test';
import pg from 'pg';
import { connectionOf } from './fresh-database.ts';

/** The full sweep of the ledger, over everything that the product under test has done so far, finds nothing. */
export async function expectCleanBooks() {
  const client = new pg.Client(connectionOf(process.env['FLORIN_E2E_PORT'] ?? ''));
  await client.connect();
  try {
    expect((await client.query('select * from ledger.sweep()')).rows, 'the books balance').toEqual([]);
  } finally {
    await client.end();
  }
}

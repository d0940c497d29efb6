import { expect } from '@playwright/test';
import pg from 'pg';
import { connectionOf } from './fresh-database.ts';

/** Expects the whole sweep of the tested product's ledger to find nothing. */
export async function expectCleanBooks() {
  const client = new pg.Client(connectionOf(process.env['FLORIN_E2E_PORT'] ?? ''));
  await client.connect();
  try {
    expect((await client.query('select * from ledger.sweep()')).rows, 'the books balance').toEqual([]);
  } finally {
    await client.end();
  }
}

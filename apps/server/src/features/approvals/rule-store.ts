import { defaultPaymentRules, paymentRules, type PaymentRule } from '@florin/contract';
import * as z from 'zod/mini';
import type { Queryable } from '../../platform/database/pool.ts';

export type StoredRules = { readonly rules: readonly PaymentRule[]; readonly version: number };

/** Returns the rules of a business, or the default ones with version 0. */
export async function readRules(database: Queryable, businessId: string): Promise<StoredRules> {
  const { rows } = await database.query<{ rules: unknown; version: number }>({
    name: 'payment-rules',
    text: 'select rules, version from payment_rules where business_id = $1',
    values: [businessId],
  });
  const [row] = rows;
  if (!row) return { rules: defaultPaymentRules, version: 0 };
  return { rules: z.parse(paymentRules, row.rules), version: row.version };
}

/** Replaces the rules that have the given version. Returns false if another change came first. */
export async function saveRules(tx: Queryable, businessId: string, { rules, version }: StoredRules): Promise<boolean> {
  const { rowCount } = await tx.query(
    version === 0
      ? `insert into payment_rules (business_id, rules, version) values ($1, $2, $3 + 1) on conflict do nothing`
      : `update payment_rules set rules = $2, version = version + 1, changed_at = now()
         where business_id = $1 and version = $3`,
    [businessId, JSON.stringify(rules), version],
  );
  return rowCount === 1;
}

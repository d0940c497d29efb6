import { Refusal } from '../../../platform/refusal.ts';
import { holdName, memberSubject } from '../../screening/index.ts';
import { payerState, type NameChecks } from '../screen-payers.ts';
import type { Payable } from './payable.ts';

/**
 * Compares the recipients of a batch with the sanctions lists, because names and lists change after a verification.
 * Hits are stored although the batch is refused, so that an operator can decide about them.
 *
 * Errors: `name_on_list`.
 */
export async function assertNotListed(checks: NameChecks, payables: readonly Payable[]): Promise<void> {
  const held = [...(await heldMembers(checks, payables)), ...(await heldPayers(checks, payables))];
  const [first, another] = held;
  if (first === undefined) return;
  throw new Refusal(
    'name_on_list',
    another === undefined
      ? `The name ${first} is similar to one on a sanctions list. Decide under Screening first, or leave this payout out.`
      : `${held.length} names are similar to names on sanctions lists. Decide under Screening first, or leave these payouts out.`,
  );
}

/** Returns the names of members whose withdrawals wait. */
async function heldMembers(
  { pool, screening, birthDateOf }: NameChecks,
  payables: readonly Payable[],
): Promise<string[]> {
  const ids = payables.flatMap((pays) => (pays.kind === 'withdrawal' ? [pays.order.userId] : []));
  const { rows } = await pool.query<{ id: string; name: string }>('select id, name from people where id = any ($1)', [
    [...new Set(ids)],
  ]);
  const held: string[] = [];
  for (const { id, name } of rows) {
    const birthDate = await birthDateOf(id);
    const state = await holdName(pool, screening, { subject: memberSubject(id), memberId: id, name, birthDate });
    if (state !== 'clear') held.push(name);
  }
  return held;
}

/** Returns the names of payers who would get money back. */
async function heldPayers(checks: NameChecks, payables: readonly Payable[]): Promise<string[]> {
  const held: string[] = [];
  for (const pays of payables) {
    if (pays.kind !== 'return') continue;
    const { line, payer: name } = pays.back;
    if ((await payerState(checks, { line, name, member: undefined })) !== 'clear') held.push(name);
  }
  return held;
}

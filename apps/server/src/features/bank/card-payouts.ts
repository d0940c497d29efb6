import { numberArray } from '../../platform/database/array-literal.ts';
import type { Queryable } from '../../platform/database/pool.ts';

/** The parts of a line that may name a payout. */
export type PossiblePayout = {
  readonly id: bigint;
  readonly currency: string;
  readonly amount: bigint;
  readonly remittance: string | null;
  readonly payment_reference: string | null;
  readonly end_to_end_id: string | null;
  readonly bank_reference: string;
};

type CardPayout = {
  readonly id: string;
  readonly amount: bigint;
  readonly asset: string;
  readonly descriptor: string | null;
  readonly trace: string | null;
};

/** Shorter texts also occur in lines of other senders. */
const shortestTrace = 8;
const shortestDescriptor = 5;

/**
 * Finds the card processor's payouts among the lines. A line is a payout if it has the payout's amount, and its id, its
 * bank reference, or the operator's text for bank statements. The text counts only if exactly one payout fits.
 */
export async function cardPayoutsOf(
  database: Queryable,
  lines: readonly PossiblePayout[],
): Promise<ReadonlyMap<bigint, string>> {
  if (lines.length === 0) return new Map();
  const { rows } = await database.query<CardPayout>(
    `select id, amount, asset, descriptor, trace from expected_card_payouts p
     where amount = any ($1::numeric[])
       and not exists (select from bank_lines l where l.card_payout = p.id) order by id`,
    [numberArray([...new Set(lines.map(({ amount }) => amount))])],
  );
  const open = new Map(rows.map((payout) => [payout.id, payout]));
  const found = new Map<bigint, string>();
  for (const line of lines) {
    const payout = payoutOf(line, [...open.values()]);
    if (!payout) continue;
    found.set(line.id, payout.id);
    open.delete(payout.id);
  }
  return found;
}

function payoutOf(line: PossiblePayout, open: readonly CardPayout[]): CardPayout | undefined {
  const texts = [line.remittance, line.payment_reference, line.end_to_end_id, line.bank_reference]
    .join(' ')
    .toUpperCase();
  const has = (text: string | null, shortest: number) =>
    text !== null && text.length >= shortest && texts.includes(text.toUpperCase());
  const fitting = open.filter(({ amount, asset }) => amount === line.amount && asset === line.currency);
  const named = fitting.find(({ id, trace }) => has(id, shortestTrace) || has(trace, shortestTrace));
  if (named) return named;
  const [only, another] = fitting.filter(({ descriptor }) => has(descriptor, shortestDescriptor));
  return another ? undefined : only;
}

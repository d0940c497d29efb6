import type { FiatCode } from '@florin/money';
import { Refusal } from '../../platform/refusal.ts';
import type { History, WalletPeriod } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';

/** A wallet's month without its postings. */
export type StatementHead = Omit<WalletPeriod, 'lines'> & {
  readonly holder: { readonly name: string; readonly email: string };
  readonly wallet: FiatCode;
  /** `2026-10` */
  readonly month: string;
  /** The first and last day of the month in UTC. */
  readonly firstDay: Date;
  readonly lastDay: Date;
};

export type Statement = { readonly head: StatementHead; readonly lines: WalletPeriod['lines'] };

/**
 * Returns a wallet's statement of a month. The current month contains its postings so far.
 *
 * Errors: `invalid_request` for a future month.
 */
export async function statementOf(
  history: History,
  member: Member,
  { wallet, month }: { wallet: FiatCode; month: string },
): Promise<Statement> {
  const { from, to } = monthInUtc(month);
  if (from > new Date()) {
    const sentence = 'This month has not started yet.';
    throw new Refusal('invalid_request', sentence, { fields: { month: sentence } });
  }
  const { lines, ...period } = await history.period(member, wallet, { from, to });
  const head = {
    ...period,
    holder: { name: member.name, email: member.email },
    wallet,
    month,
    firstDay: from,
    lastDay: new Date(to.getTime() - 1),
  };
  return { head, lines };
}

function monthInUtc(month: string): { from: Date; to: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1)), to: new Date(Date.UTC(year, number)) };
}

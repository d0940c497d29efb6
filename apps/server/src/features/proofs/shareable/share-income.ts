import type { BodyOf, Endpoints, Payer } from '@florin/contract';
import { amountOf, toDecimal } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { History } from '../../activity/index.ts';
import type { Member } from '../../identity/index.ts';
import { issueStatement, type Issuing } from './issuer.ts';
import { namedClaim, namedMember } from './share-balance.ts';

type Dependencies = Issuing & { readonly pool: Pool; readonly history: Pick<History, 'payers' | 'income'> };

const mostMonths = 24;

/** Lists the payers of the account, by name. */
export async function payersOf({ history }: Pick<Dependencies, 'history'>, member: Member): Promise<Payer[]> {
  const payers = await history.payers(member);
  return payers
    .map(({ person: { email, name }, currencies }) => ({ email, name, currencies: [...currencies] }))
    .toSorted((one, other) => one.name.localeCompare(other.name) || one.email.localeCompare(other.email));
}

/**
 * States the amount that a payer paid into a wallet in whole UTC months, less the member's repayments. The payer is
 * looked up only among the member's own payers, so that the answer reveals nothing about other people.
 *
 * Refusals: `invalid_request` for the months, `no_income` also for an unknown payer.
 */
export async function shareIncome(
  dependencies: Dependencies,
  member: Member,
  { currency, payer: email, from, to, days }: BodyOf<Endpoints['shareIncome']>,
) {
  const months = monthsBetween(from, to, new Date());
  const payers = await dependencies.history.payers(member);
  const payer = payers.find(({ person }) => person.email === email)?.person;
  if (!payer) throw noIncome();
  const income = await dependencies.history.income(member, payer.id, currency, {
    from: startOf(from),
    to: startOf(to, 1),
  });
  const amount = (units: bigint) => toDecimal(amountOf(currency, units));
  const inMonth = new Map(income.map(({ month, units }) => [month, units]));
  const total = income.reduce((sum, { units }) => sum + units, 0n);
  if (total <= 0n) throw noIncome();
  return issueStatement(dependencies, {
    vct: 'urn:florin:income:1',
    days,
    claims: { currency, from, to, total: amount(total) },
    disclosable: {
      holder: namedMember(member),
      payer: await namedPayer(dependencies.pool, payer),
      months: months.map((month) => ({ month, amount: amount(inMonth.get(month) ?? 0n) })),
    },
  });
}

async function namedPayer(pool: Pool, { id, name }: Pick<Member, 'id' | 'name'>) {
  const { rows } = await pool.query<{ verified: boolean; business: boolean }>(
    `select kyc_level = 2 and closed_at is null as verified, kind = 'business' as business from people where id = $1`,
    [id],
  );
  return namedClaim({ name, verified: rows[0]?.verified ?? false, isBusiness: rows[0]?.business ?? false });
}

/**
 * Returns the months in order. Refusals: `invalid_request` if the months are in the wrong order, too many, or in the
 * future.
 */
function monthsBetween(from: string, to: string, now: Date): string[] {
  if (startOf(to) > now) throw invalid('to', 'This month has not started yet.');
  if (from > to) throw invalid('to', 'The last month is before the first one.');
  const months = [from];
  for (let next = from; next !== to; months.push(next)) next = startOf(next, 1).toISOString().slice(0, 7);
  if (months.length > mostMonths) throw invalid('from', `Choose at most ${mostMonths} months.`);
  return months;
}

/** Returns the start of a month in UTC, or of the month that is `later` months later. */
function startOf(month: string, later = 0): Date {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + later));
}

const invalid = (field: string, sentence: string) =>
  new Refusal('invalid_request', sentence, { fields: { [field]: sentence } });

const noIncome = () =>
  new Refusal('no_income', 'This payer paid you nothing in these months, or you paid it all back.');

import { canonicalEmail, noteMaximum, shownLine, type BatchColumn, type BatchRow, type Policy } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import { Refusal } from '../../../platform/refusal.ts';
import type { Member } from '../../identity/index.ts';
import { assertUsableForPayout, assertWithin } from '../../funding/index.ts';
import { findOwnAccount, isCurrency, type OwnAccount } from './own-accounts.ts';
import { readFigure } from './read-figure.ts';
import type { ReadRow } from './read-table.ts';

type CellProblem = BatchRow['errors'][number];

/** A row of a file with its errors. A row without errors has a payment. */
export type CheckedRow = ReadRow & {
  readonly shown: string;
  readonly payment:
    | { readonly kind: 'send' | 'withdrawal'; readonly target: string; readonly amount: Amount<FiatCode> }
    | undefined;
  readonly errors: readonly CellProblem[];
  readonly warnings: readonly CellProblem[];
};

type Context = {
  readonly owner: Pick<Member, 'email'>;
  readonly accounts: readonly OwnAccount[];
  readonly policy: Pick<Policy, 'withdrawals'>;
};

const referenceMaximum = 100;
const shownCell = 60;

/** Checks every cell of every row. Stores the texts in a form that is safe to show. */
export async function checkRows(context: Context, rows: readonly ReadRow[]): Promise<CheckedRow[]> {
  const checked: CheckedRow[] = [];
  const seen: Seen = { references: new Map(), payments: new Map() };
  for (const row of rows) checked.push(withRepeats(await checkRow(context, shownRow(row)), seen));
  return checked;
}

/** Longer cells are cut to this length. */
const longestText = 500;

const shownRow = ({ number, cells }: ReadRow): ReadRow => {
  const shown = (column: BatchColumn) => shownLine(cells[column]).slice(0, longestText);
  const [recipient, amount, currency] = [shown('recipient'), shown('amount'), shown('currency')];
  return { number, cells: { recipient, amount, currency, note: shown('note'), reference: shown('reference') } };
};

async function checkRow(context: Context, row: ReadRow): Promise<CheckedRow> {
  const { cells } = row;
  const problems: [BatchColumn, string][] = [];
  const code = cells.currency.toUpperCase();
  const currency = isCurrency(code) ? code : undefined;
  if (!currency) problems.push(['currency', 'Write USD, EUR or GBP.']);
  const figure = readFigure(currency ?? 'USD', cells.amount);
  if (figure.problem !== undefined) problems.push(['amount', figure.problem]);
  const to = recipientOf(context, cells.recipient, currency);
  if (to.problem !== undefined) problems.push(['recipient', to.problem]);
  for (const column of ['recipient', 'amount'] as const)
    if (cells[column].length === longestText)
      problems.push([column, 'This cell is too long. Remove text that does not belong here.']);
  if (cells.note.length > noteMaximum) problems.push(['note', `A note has at most ${noteMaximum} characters.`]);
  if (cells.reference.length > referenceMaximum)
    problems.push(['reference', `A reference has at most ${referenceMaximum} characters.`]);
  if (to.account && figure.amount && currency)
    problems.push(...(await withdrawalProblems(context, to.account, figure.amount)));
  const payment =
    problems.length === 0 && figure.amount && to.target !== undefined
      ? { kind: to.kind, target: to.target, amount: figure.amount }
      : undefined;
  return { ...row, shown: to.shown, payment, errors: problems.map((problem) => problemOf(row, problem)), warnings: [] };
}

type To = {
  readonly kind: 'send' | 'withdrawal';
  readonly shown: string;
  readonly target?: string;
  readonly account?: OwnAccount;
  readonly problem?: string;
};

function recipientOf({ owner, accounts }: Context, text: string, currency: FiatCode | undefined): To {
  const shown = text.slice(0, 254);
  if (text === '') return { kind: 'send', shown, problem: 'Enter an email address or one of your bank accounts.' };
  if (text.includes('@')) {
    const email = canonicalEmail(text);
    if (email === undefined) return { kind: 'send', shown, problem: 'This is not a valid email address.' };
    if (email === owner.email) return { kind: 'send', shown, problem: 'You cannot pay yourself.' };
    return { kind: 'send', shown: email, target: email };
  }
  const { account, problem } = findOwnAccount(accounts, text, currency);
  if (!account) return { kind: 'withdrawal', shown, problem };
  return { kind: 'withdrawal', shown: account.label, target: account.method.id, account };
}

async function withdrawalProblems(
  { policy }: Context,
  { method }: OwnAccount,
  amount: Amount<FiatCode>,
): Promise<[BatchColumn, string][]> {
  const found: [BatchColumn, string][] = [];
  const sentenceOf = async (column: BatchColumn, check: () => unknown) => {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      found.push([column, error.message]);
    }
  };
  await sentenceOf('recipient', () => assertUsableForPayout(method, amount.asset));
  await sentenceOf('amount', () => assertWithin(policy.withdrawals, amount, 'Withdraw'));
  return found;
}

type Seen = { readonly references: Map<string, number>; readonly payments: Map<string, number> };

/** Adds an error for a reference that an earlier row has, and a warning for an equal payment without a reference. */
function withRepeats(row: CheckedRow, { references, payments }: Seen): CheckedRow {
  const { reference } = row.cells;
  if (reference !== '') {
    const earlier = references.get(reference);
    if (earlier === undefined) {
      references.set(reference, row.number);
      return row;
    }
    const error = problemOf(row, ['reference', `Row ${earlier} has the same reference. Give each row its own.`]);
    return { ...row, payment: undefined, errors: [...row.errors, error] };
  }
  if (!row.payment) return row;
  const { target, amount } = row.payment;
  const key = JSON.stringify([target, amount.asset, String(amount.units)]);
  const earlier = payments.get(key);
  if (earlier === undefined) {
    payments.set(key, row.number);
    return row;
  }
  const text = `Row ${earlier} pays the same amount to this recipient. Check that both are meant.`;
  return { ...row, warnings: [problemOf(row, ['recipient', text])] };
}

const problemOf = ({ cells }: ReadRow, [column, message]: [BatchColumn, string]): CellProblem => ({
  column,
  value: cells[column].slice(0, shownCell),
  message,
});

import { fromExact, type DayReport } from '@florin/contract';
import { add, formatParts, toDecimal, zero, type SignDisplay } from '@florin/money';
import type { PrintedReport, PrintedTable } from '../../statements/index.ts';
import type { DayContent, OpenPayouts, StatementOfDay } from './day-content.ts';

type Given = { readonly report: DayReport; readonly content: DayContent; readonly before: string | null };
type Figure = (exact: string, sign?: SignDisplay) => string;

/** Returns the texts of a report's page. The texts follow from stored data, so a report always prints the same. */
export function reportPaper({ report, content, before }: Given): PrintedReport {
  const { account, day, after, opening, closing } = content;
  const figure: Figure = (exact, sign = 'auto') => {
    const parts = formatParts(fromExact(account.currency, exact), { sign });
    return `${parts.sign}${parts.major}${parts.minor}`;
  };
  return {
    title: `Bank day ${day}`,
    subtitle: `${account.bank}, ${account.currency} · ${after === null ? 'first report' : `days after ${after}`} to ${day}`,
    facts: [
      { name: 'Account', value: account.id, second: account.number, share: 0.29 },
      { name: 'Holder', value: account.holder, second: purposes[account.purpose], share: 0.36 },
      {
        name: 'Closed',
        value: report.closed_by,
        second: `${report.closed_at.slice(0, 16).replace('T', ', ')} UTC`,
        share: 0.35,
      },
    ],
    figures: [
      ['Opening balance', figure(opening)],
      ['Closing balance', figure(closing)],
      ['In the books*', figure(content.in_books)],
      ['Difference', figure(content.difference)],
    ],
    tables: [
      linesTable(content, figure),
      balanceTable(content, figure),
      openTable(content, figure),
      ...(content.client_money ? [clientMoneyTable(content.client_money, figure)] : []),
      statementsTable(content, figure),
      unallocatedTable(content, figure),
    ],
    about: `Report ${report.number} · SHA-256 ${report.hash}`,
    legal: `Follows ${before ?? 'no report'}. * After all imported lines. Times are UTC.`,
  };
}

const purposes = { safeguarding: 'Members’ money', own_funds: 'Own funds' } as const;

const kindWords: Readonly<Record<string, string>> = {
  deposit: 'Deposits of members',
  unallocated: 'Unallocated',
  'bank-fee': 'Bank fees',
  'own-funds': 'Own funds',
  payout: 'Withdrawals',
  return: 'Returned withdrawals',
  explained: 'Batches, with their payments in another file',
};

/** `card-payout` becomes `Card payout`. */
const inWords = (kind: string) =>
  kindWords[kind] ?? `${kind.charAt(0).toUpperCase()}${kind.slice(1).replaceAll('-', ' ').replaceAll('_', ' ')}`;

function linesTable({ account: { currency }, kinds, lines }: DayContent, figure: Figure): PrintedTable {
  const sum = (of: 'money_in' | 'money_out') =>
    toDecimal(kinds.map((kind) => fromExact(currency, kind[of])).reduce(add, zero(currency)));
  const rows = kinds.map(({ kind, late, lines: count, money_in: moneyIn, money_out: moneyOut }) => ({
    cells: [
      `${inWords(kind)}${late ? ' (late: of a closed day)' : ''}`,
      String(count),
      figure(moneyIn),
      figure(moneyOut),
    ],
  }));
  const total = { cells: ['Sum', String(lines), figure(sum('money_in')), figure(sum('money_out'))], isStrong: true };
  return {
    title: 'Lines by kind',
    columns: [
      { name: 'Kind', share: 0.46 },
      { name: 'Lines', share: 0.14, isFigure: true },
      { name: 'In', share: 0.2, isFigure: true },
      { name: 'Out', share: 0.2, isFigure: true },
    ],
    empty: 'No lines.',
    rows: rows.length === 0 ? [] : [...rows, total],
  };
}

const balanceTable = (content: DayContent, figure: Figure): PrintedTable => ({
  title: 'Bank and books',
  columns: [
    { name: '', share: 0.7 },
    { name: 'Balance', share: 0.3, isFigure: true },
  ],
  empty: '',
  rows: [
    { cells: [`At the end of ${content.day}`, figure(content.closing)] },
    { cells: [`Lines of later days, imported already (${content.later.lines})`, figure(content.later.sum, 'always')] },
    { cells: [`At the bank, by statements to ${content.statements_to ?? 'no day'}`, figure(content.at_bank)] },
    { cells: ['In the books', figure(content.in_books)] },
    { cells: ['Difference', figure(content.difference)], isStrong: true },
  ],
});

function openTable({ unallocated, payouts }: DayContent, figure: Figure): PrintedTable {
  const row = (name: string, { count, sum, oldest }: OpenPayouts) => ({
    cells: [name, String(count), figure(sum), oldest ?? '–'],
  });
  return {
    title: 'Open items',
    columns: [
      { name: 'Item', share: 0.46 },
      { name: 'Count', share: 0.14, isFigure: true },
      { name: 'Sum', share: 0.2, isFigure: true },
      { name: 'Oldest', share: 0.2, isFigure: true },
    ],
    empty: '',
    rows: [
      row('Unallocated lines', unallocated),
      row('Withdrawals in batches', payouts.in_batches),
      row('Withdrawals with the bank', payouts.with_the_bank),
    ],
  };
}

const clientMoneyTable = (
  { owed, safeguarded, in_transit: inTransit, percent }: NonNullable<DayContent['client_money']>,
  figure: Figure,
): PrintedTable => ({
  title: 'Client money of this currency, all accounts',
  columns: [
    { name: 'Members own', share: 0.25, isFigure: true },
    { name: 'Safeguarded', share: 0.25, isFigure: true },
    { name: 'In transit', share: 0.25, isFigure: true },
    { name: 'Covered', share: 0.25, isFigure: true },
  ],
  empty: '',
  rows: [
    {
      cells: [
        figure(owed),
        figure(safeguarded),
        figure(inTransit),
        percent === null ? 'Nothing owed' : `${percent} %${percent < 100 ? ', NOT COVERED' : ''}`,
      ],
      isStrong: percent !== null && percent < 100,
    },
  ],
});

function statementsTable({ statements }: DayContent, figure: Figure): PrintedTable {
  const row = (statement: StatementOfDay) => {
    const { file, sequence, from, to, opening, closing, lines, new_lines: added, sha256, format, late } = statement;
    const period = from === to ? (to ?? 'no day') : `${from ?? '?'} to ${to ?? '?'}`;
    return {
      cells: [
        `${sequence === null ? '' : `No. ${sequence}, `}${period}${late ? ' (late)' : ''}`,
        opening === null ? '–' : figure(opening),
        closing === null ? '–' : figure(closing),
        `${added} of ${lines}`,
      ],
      below: [`${file} · ${format}`, `SHA-256 ${sha256}`],
    };
  };
  return {
    title: 'Statements',
    columns: [
      { name: 'Statement', share: 0.43 },
      { name: 'Opening', share: 0.21, isFigure: true },
      { name: 'Closing', share: 0.21, isFigure: true },
      { name: 'New lines', share: 0.15, isFigure: true },
    ],
    empty: 'No statement since the last report.',
    rows: statements.map(row),
  };
}

function unallocatedTable({ unallocated: { count, lines } }: DayContent, figure: Figure): PrintedTable {
  return {
    title: count > lines.length ? `Unallocated lines, the oldest ${lines.length} of ${count}` : 'Unallocated lines',
    columns: [
      { name: 'Line', share: 0.14 },
      { name: 'Day', share: 0.18 },
      { name: 'Reason', share: 0.3 },
      { name: 'Age in days', share: 0.16, isFigure: true },
      { name: 'Amount', share: 0.22, isFigure: true },
    ],
    empty: 'Everything is allocated.',
    rows: lines.map(({ line, booked, reason, age_days: days, amount }) => ({
      cells: [line, booked ?? '–', inWords(reason ?? 'unallocated'), String(days), figure(amount)],
    })),
  };
}

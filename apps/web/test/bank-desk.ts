import type {
  BankDesk,
  CreditedLine,
  DayReport,
  MoneyWithoutLine,
  Receivable,
  UnallocatedLine,
} from '@florin/contract';
import { hoursAgo } from './hours-ago.ts';

export const lineOf = (given: Partial<UnallocatedLine> = {}): UnallocatedLine => ({
  id: '41',
  account: 'main-eur',
  booked: '2024-11-20',
  amount_exact: '20.00',
  currency: 'EUR',
  counterparty: 'Piet de Vries',
  counterparty_account: 'NL91ABNA0417164300',
  remittance: 'Rent November',
  reason: 'no_reference',
  member: null,
  imported_at: hoursAgo(3),
  returning: null,
  not_returnable: null,
  on_list: false,
  proposal: null,
  ...given,
});

export const moneyWithoutLineOf = (given: Partial<MoneyWithoutLine> = {}): MoneyWithoutLine => ({
  id: '7',
  at: '2024-11-20T08:00:00.000Z',
  source: 'card',
  amount_exact: '51.00',
  currency: 'USD',
  member: { id: '2', name: 'Closed account', email: '2@closed.invalid' },
  on_list: false,
  proposal: null,
  ...given,
});

export const depositOf = (given: Partial<CreditedLine> = {}): CreditedLine => ({
  id: '51',
  account: 'main-eur',
  booked: '2024-11-20',
  amount_exact: '40.00',
  currency: 'EUR',
  counterparty: 'Inês Müller',
  counterparty_account: 'NL91ABNA0417164300',
  remittance: 'RF18 5390 0754 7034',
  member: { id: '3', name: 'Inês Müller', email: 'ines.muller@florin.example' },
  proposal: null,
  ...given,
});

export const receivableOf = (given: Partial<Receivable> = {}): Receivable => ({
  id: 'r1',
  user_id: '3',
  name: 'Inês Müller',
  email: 'ines.muller@florin.example',
  state: 'open',
  currency: 'EUR',
  deposit_exact: '100.00',
  missing_exact: '51.00',
  open_exact: '51.00',
  cause: 'reversal',
  taken_at: hoursAgo(50),
  proposal: null,
  ...given,
});

/** A day in UTC. */
const daysAgo = (days: number): string => hoursAgo(24 * days).slice(0, 10);

export const dayReportOf = (given: Partial<DayReport> = {}): DayReport => ({
  number: 7,
  account: 'main-eur',
  day: '2024-11-20',
  currency: 'EUR',
  closing_exact: '2520.00',
  lines: 12,
  late_lines: 0,
  closed_at: hoursAgo(20),
  closed_by: 'operator@florin.example',
  hash: '77aa62db64f5aa00000000000000000000000000000000000000000000000041',
  is_sound: true,
  ...given,
});

export const bankDaysOf = (given: object = {}) => ({
  reports: [dayReportOf()],
  older: null,
  last: '2024-11-20',
  next: '2024-11-21',
  today: '2024-11-22',
  problems: [],
  ...given,
});

const none = { count: 0, sum_exact: '0.00', oldest: null };
export const nothingOpen = { unallocated: none, in_batches: none, with_the_bank: none };

export const bankDesk: BankDesk = {
  accounts: [
    {
      id: 'main-eur',
      bank: 'Example Bank',
      holder: 'Example Payments Ltd',
      currency: 'EUR',
      purpose: 'safeguarding',
      number: 'DE75512108001245126199',
      last_statement: { sequence: '12', to: '2024-11-20', imported_at: hoursAgo(3) },
      at_bank_exact: '2520.00',
      in_books_exact: '2520.00',
      difference_exact: '0.00',
      open: {
        unallocated: { count: 1, sum_exact: '20.00', oldest: daysAgo(9) },
        in_batches: none,
        with_the_bank: { count: 2, sum_exact: '80.00', oldest: daysAgo(1) },
      },
    },
  ],
  client_money: [
    { currency: 'EUR', owed_exact: '2520.00', safeguarded_exact: '2520.00', in_transit_exact: '0.00', percent: 100 },
  ],
  unallocated: [lineOf()],
  unallocated_total: 1,
  without_line: [],
  without_line_total: 0,
  files: [
    {
      id: 'b1',
      name: 'statement.xml',
      format: 'camt.053',
      sha256: '1e4662db64f5aa00000000000000000000000000000000000000000000000041',
      lines: 1204,
      new_lines: 3,
      reported: 0,
      imported_at: hoursAgo(3),
      imported_by: 'operator@florin.example',
    },
  ],
};

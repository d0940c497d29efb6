import { writeCamt053, type WrittenLine } from '@florin/bank-files';
import type { OperatorAccount, PretendedBank, ReportedLine } from './bank.ts';

const common = { holder: 'Florin Sandbox', bank: 'Sandbox Bank', purpose: 'safeguarding' } as const;

/** The numbers are examples that belong to no bank account. */
const usd = { id: 'sandbox-usd', currency: 'USD', routing_number: '021000021', account_number: '4815162342' } as const;
const nacha = {
  immediate_destination: usd.routing_number,
  immediate_origin: '1234567890',
  company_name: 'FLORIN',
  company_id: '1234567890',
  odfi_routing: usd.routing_number,
};
const accounts: readonly OperatorAccount[] = [
  { ...common, ...usd, nacha },
  { ...common, id: 'sandbox-eur', currency: 'EUR', iban: 'DE75512108001245126199', bic: 'FLORDEFFXXX' },
  { ...common, id: 'sandbox-gbp', currency: 'GBP', sort_code: '04-00-04', account_number: '12345674' },
];

/** The sandbox's bank, which reports movements like a real bank: in camt.053 statements. */
export const simulatedBank: PretendedBank = {
  accounts,
  statementOf: ({ account, id, sequence, opening, closing, lines, at }) => {
    const day = at.toISOString().slice(0, 10);
    return writeCamt053({
      id: `SANDBOX-${id.slice(0, 20)}`,
      created: `${at.toISOString().slice(0, 19)}Z`,
      statements: [
        {
          id: id.slice(0, 30),
          account: (account.iban ?? account.account_number ?? account.id).replace(/\s/g, ''),
          currency: account.currency,
          sequence,
          from: day,
          to: day,
          opening,
          closing,
          lines: lines.map((line) => writtenLine(line, day)),
        },
      ],
    });
  },
};

const writtenLine = (line: ReportedLine, day: string): WrittenLine => ({
  booked: day,
  value: day,
  amount: line.amount,
  counterparty: line.counterparty,
  counterparty_account: line.counterpartyAccount ?? null,
  payment_reference: line.reference ?? null,
  remittance: line.remittance ?? null,
  end_to_end_id: line.endToEndId ?? 'NOTPROVIDED',
  bank_reference: line.id,
  reversal: line.reversal ?? false,
  return_reason: line.returnReason ?? null,
  code: line.code,
});

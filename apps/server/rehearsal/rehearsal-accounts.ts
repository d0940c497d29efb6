import type { OperatorAccount } from '../src/providers/bank/bank.ts';

const common = { holder: 'Rehearsal Payments Ltd', bank: 'Pretended Bank' } as const;

/** The bank accounts of the rehearsing institution. The numbers are examples that belong to no bank account. */
export const rehearsalAccounts: readonly OperatorAccount[] = [
  {
    ...common,
    id: 'main-eur',
    currency: 'EUR',
    purpose: 'safeguarding',
    iban: 'DE75512108001245126199',
    bic: 'PRETDEFFXXX',
  },
  {
    ...common,
    id: 'main-gbp',
    currency: 'GBP',
    purpose: 'safeguarding',
    sort_code: '04-00-04',
    account_number: '12345674',
  },
  {
    ...common,
    id: 'main-usd',
    currency: 'USD',
    purpose: 'safeguarding',
    routing_number: '021000021',
    account_number: '4815162342',
    nacha: {
      immediate_destination: '021000021',
      immediate_origin: '1234567890',
      company_name: 'REHEARSAL',
      company_id: '1234567890',
      odfi_routing: '021000021',
    },
  },
  { ...common, id: 'own-eur', currency: 'EUR', purpose: 'own_funds', iban: 'DE02100500000054540402' },
];

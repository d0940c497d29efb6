/** The sections of the page in order. `id` is the URL hash. */
export const sections = [
  { id: 'identity', name: 'Identity' },
  { id: 'businesses', name: 'Businesses' },
  { id: 'proposals', name: 'Second operator' },
  { id: 'orders', name: 'Withdrawals' },
  { id: 'payouts', name: 'Payouts' },
  { id: 'bank', name: 'Bank' },
  { id: 'screening', name: 'Screening' },
  { id: 'users', name: 'Users' },
  { id: 'house', name: 'House' },
  { id: 'ledger', name: 'Ledger' },
  { id: 'audit', name: 'Audit trail' },
] as const;

export type SectionId = (typeof sections)[number]['id'];

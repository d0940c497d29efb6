import type {
  BankOrder,
  BatchPayment,
  HousePosition,
  KycCase,
  LedgerHealth,
  OperatorAct,
  Overview,
  PaymentBatch,
  PayoutDesk,
  Proposal,
  FoundUser,
  User,
} from '@florin/contract';
import { vi } from 'vitest';
import { bankDaysOf, bankDesk } from './bank-desk.ts';
import { hoursAgo } from './hours-ago.ts';
import { ines } from './ines.ts';
import { screeningOf } from './screening.ts';
import { sentBody } from './sent-body.ts';

type Answer = () => Response | Promise<Response>;

export const operator: User = {
  ...ines,
  id: '9',
  name: 'Olu Adeyemi',
  email: 'operator@florin.example',
  role: 'operator',
};

const submittedAt = hoursAgo(22);

export const kycCaseOf = (given: Partial<KycCase> = {}): KycCase => ({
  id: 'c1',
  name: 'Nora Lind',
  account_name: 'Nora Lind',
  new_name: null,
  email: 'nora@florin.example',
  id_type: 'national_id',
  country: 'PT',
  submitted_at: submittedAt,
  level: 1,
  form: {
    first_name: 'Nora',
    last_name: 'Review',
    date_of_birth: '1991-04-17',
    street_address: 'Rua do Norte 41',
    city: 'Lisbon',
    country: 'PT',
    postal_code: '1200-283',
    id_type: 'national_id',
    id_number: 'CC482913',
  },
  files: [
    {
      id: 'f1',
      kind: 'front',
      name: 'front.jpg',
      type: 'image/jpeg',
      bytes: 3.3 * 1024 * 1024,
      added_at: hoursAgo(23),
    },
    { id: 'f2', kind: 'back', name: 'back.pdf', type: 'application/pdf', bytes: 412 * 1024, added_at: hoursAgo(23) },
    { id: 'f3', kind: 'selfie', name: 'me.png', type: 'image/png', bytes: 900_000, added_at: hoursAgo(23) },
  ],
  notes: [],
  ...given,
});

export const orderOf = (given: Partial<BankOrder> = {}): BankOrder => ({
  id: '7-1',
  kind: 'withdrawal',
  user_id: '2',
  name: 'Oskar Lind',
  email: 'oskar@florin.example',
  method: 'First Harbor Bank ••••6789',
  amount: 800,
  amount_exact: '800.00',
  currency: 'USD',
  asked_at: hoursAgo(1),
  signs: [],
  not_settleable: null,
  not_returnable: null,
  proposal: null,
  ...given,
});

export const foundUserOf = (given: Partial<FoundUser> = {}): FoundUser => ({
  id: '2',
  name: 'Jonas Weber',
  email: 'jonas.weber@florin.example',
  email_confirmed: true,
  level: 1,
  plan: 'personal',
  role: 'member',
  fiat_usd: 918.2,
  fiat_usd_exact: '918.20',
  last_seen_at: hoursAgo(2),
  sessions: 2,
  state: 'open',
  has_factor: false,
  created_at: hoursAgo(2_000),
  ...given,
});

export const proposalOf = (given: Partial<Proposal> = {}): Proposal => ({
  id: 'p1',
  kind: 'settle_deposit',
  order_id: 'h77',
  user_id: '2',
  name: 'Oskar Lind',
  email: 'oskar@florin.example',
  asset: 'USD',
  amount_exact: '24999.44',
  worth_exact: '24999.44',
  reason: 'It is on the statement of 26 November.',
  proposed_by: 'ada@florin.example',
  proposed_at: hoursAgo(2),
  expires_at: hoursAgo(-166),
  state: 'proposed',
  decided_by: null,
  decided_at: null,
  decision_reason: null,
  not_approvable: null,
  yours: false,
  ...given,
});

export const readyPayoutOf = (given: Partial<PayoutDesk['ready'][number]> = {}): PayoutDesk['ready'][number] => ({
  id: 'h90',
  kind: 'withdrawal',
  user_id: '3',
  name: 'Inês Müller',
  email: 'ines.muller@florin.example',
  account: null,
  method: 'Bank account NL •••• 4300',
  amount_exact: '40.00',
  currency: 'EUR',
  asked_at: hoursAgo(3),
  signs: [],
  on_list: false,
  ...given,
});

export const batchOf = (given: Partial<PaymentBatch> = {}): PaymentBatch => ({
  id: 'pb1',
  number: 12,
  account: 'main-eur',
  scheme: 'sepa',
  state: 'proposed',
  made_by: 'ada@florin.example',
  made_at: hoursAgo(1),
  decided_by: null,
  decided_at: null,
  sent_by: null,
  sent_at: null,
  reason: null,
  count: 2,
  total_exact: '1060.00',
  currency: 'EUR',
  dropped: 0,
  settled: 0,
  returned: 0,
  file_name: 'batch-12-main-eur.xml',
  suggested_line: null,
  sha256: null,
  yours: false,
  ...given,
});

export const paymentsOfBatch: readonly BatchPayment[] = [
  {
    id: 'po1',
    kind: 'withdrawal',
    name: 'Nora Lind',
    email: 'nora@florin.example',
    method: 'Bank account DE •••• 4300',
    amount_exact: '1000.00',
    currency: 'EUR',
    state: 'batched',
  },
  {
    id: 'po2',
    kind: 'return_to_payer',
    name: 'Karl Unbekannt',
    email: null,
    method: 'DE75512108001245126199',
    amount_exact: '60.00',
    currency: 'EUR',
    state: 'batched',
  },
];

export const payoutDeskOf = (given: Partial<PayoutDesk> = {}): PayoutDesk => ({
  accounts: [
    { id: 'main-eur', currency: 'EUR', schemes: ['sepa', 'sepa-instant'], missing: null },
    { id: 'main-gbp', currency: 'GBP', schemes: ['gbp-domestic'], missing: null },
  ],
  ready: [],
  batches: [],
  changes: [],
  ...given,
});

export const actOf = (given: Partial<OperatorAct> = {}): OperatorAct => ({
  id: 'a1',
  at: hoursAgo(0.1),
  who: 'operator@florin.example',
  did: 'Opened document',
  on: 'Nora Lind, photo page',
  ip: '10.2.0.14',
  hash: '9f2c00000000000000000000000041ab',
  ...given,
});

const overview: Overview = {
  checks: 2,
  proposals: 1,
  unallocated: 1,
  screening: 0,
  oldest_check_at: hoursAgo(22),
  withdrawals: 1,
  deposits: 1,
  withdrawals_usd: 6340,
  withdrawals_usd_exact: '6340.00',
  fees_today_usd: 1904.22,
  fees_today_usd_exact: '1904.22',
};

export const house: HousePosition[] = [
  {
    symbol: 'BTC',
    name: 'Bitcoin',
    inventory_exact: '26.29860000',
    floor_exact: '21.45000000',
    price_exact: '64182.40',
    value: 1_687_904.11,
    value_exact: '1687904.11',
  },
  {
    symbol: 'ETH',
    name: 'Ethereum',
    inventory_exact: '275.88170000',
    floor_exact: '275.88170000',
    price_exact: null,
    value: 0,
    value_exact: '0.00',
  },
];

export const healthy: LedgerHealth = {
  assets: [
    { asset: 'BTC', members_exact: '188.20144900', house_exact: '-188.20144900', sum_exact: '0.00000000' },
    { asset: 'USD', members_exact: '9411004.55', house_exact: '-9411004.55', sum_exact: '0.00' },
  ],
  entries: 184_204,
  swept_at: hoursAgo(0.01),
  findings: [],
  read_only: false,
};

/** A fake server for the operations screen. Tests can replace any response. */
export function startOperationsServer() {
  const nora = kycCaseOf();
  const sent: { call: string; query: string; body: unknown }[] = [];
  const answers: Record<string, Answer> = {
    'GET /api/auth/me': () => Response.json(operator),
    'GET /api/operations/overview': () => Response.json(overview),
    'GET /api/operations/kyc': () => Response.json([nora, kycCaseOf({ id: 'c2', name: 'Mateus Rocha' })]),
    'GET /api/operations/kyc/c1': () => Response.json(nora),
    'GET /api/operations/kyc/c2': () => Response.json(kycCaseOf({ id: 'c2', name: 'Mateus Rocha', files: [] })),
    'GET /api/operations/orders': () => Response.json([orderOf()]),
    'GET /api/operations/proposals': () => Response.json([]),
    'GET /api/operations/bank': () => Response.json(bankDesk),
    'GET /api/operations/receivables': () => Response.json([]),
    'GET /api/operations/bank/days': () => Response.json(bankDaysOf()),
    'GET /api/operations/screening': () => Response.json(screeningOf()),
    'GET /api/operations/payouts': () => Response.json(payoutDeskOf()),
    'GET /api/operations/payouts/batches/pb1/payments': () => Response.json({ payments: paymentsOfBatch }),
    'POST /api/operations/users/search': () => Response.json([foundUserOf()]),
    'GET /api/operations/house': () => Response.json(house),
    'GET /api/operations/ledger': () => Response.json(healthy),
    'GET /api/operations/audit': () => Response.json([actOf()]),
  };
  for (const file of nora.files) answers[`GET /api/operations/kyc/c1/files/${file.id}`] = () => new Response('bytes');
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const [path = '', query = ''] = url.split('?');
    const call = `${init.method ?? 'GET'} ${path}`;
    sent.push({ call, query, body: sentBody(init) });
    return answers[call]?.() ?? Response.json({}, { status: 404 });
  });
  return {
    answers,
    sent,
    countOf: (call: string) => sent.filter((each) => each.call === call).length,
    bodiesTo: (call: string) => sent.filter((each) => each.call === call).map(({ body }) => body),
  };
}

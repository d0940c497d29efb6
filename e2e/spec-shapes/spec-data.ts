// The answers of a server with the specification only: the fields of rules api-5 to api-16.

const balances = { usd: 12_480.55, eur: 640.2, gbp: 75 };

export const user = {
  name: 'Ines Okafor',
  email: 'ines@florin.example',
  avatar: '',
  verified: false,
  balances,
};

export const session = { token: 'another-servers-token', user };

/** One transaction of each type and status, including an unknown type, status and currency. */
export const transactions = [
  {
    id: 'tx-1',
    type: 'send',
    amount: -51,
    currency: 'USD',
    status: 'completed',
    date: '2026-01-15T10:30:00Z',
    description: 'Dinner on Friday',
    to: 'bo@florin.example',
  },
  {
    id: 'tx-2',
    type: 'receive',
    amount: 320.5,
    currency: 'EUR',
    status: 'pending',
    date: '2026-01-14T09:00:00Z',
    description: 'Invoice 17',
    from: 'carla@florin.example',
  },
  {
    id: 'tx-3',
    type: 'buy_crypto',
    amount: -507.5,
    currency: 'USD',
    status: 'completed',
    date: '2026-01-13T08:00:00Z',
    description: 'Bought Bitcoin',
    crypto: 'BTC',
    cryptoAmount: 0.00779029,
  },
  {
    id: 'tx-4',
    type: 'sell_crypto',
    amount: 198,
    currency: 'USD',
    status: 'failed',
    date: '2026-01-12T08:00:00Z',
    description: 'Sold Ethereum',
    crypto: 'ETH',
    cryptoAmount: 0.0625,
  },
  {
    id: 'tx-5',
    type: 'gift',
    amount: 10,
    currency: 'CHF',
    status: 'under review',
    date: '2026-01-11',
    description: 'A type, a status and a currency of another server',
  },
  {
    id: 'tx-6',
    type: 'receive',
    amount: 12,
    currency: 'GBP',
    status: 'completed',
    date: '2026-01-10T08:00:00.000Z',
    description: '',
    from: 'dan@florin.example',
  },
];

export const coins = [
  { symbol: 'BTC', name: 'Bitcoin', icon: '₿', price: 64_182.5, change: 2.41, marketCap: 1_264_000_000_000 },
  { symbol: 'ETH', name: 'Ethereum', icon: 'Ξ', price: 3_168.02, change: -1.07, marketCap: 380_900_000_000 },
  { symbol: 'SHIB', name: 'Shiba Inu', icon: '🐕', price: 0.00001234, change: 0, marketCap: 7_270_000_000 },
  { symbol: 'NEW1', name: 'A coin that Florin does not list', icon: '', price: 1, change: 0.5, marketCap: 1_000_000 },
];

/** Five holdings, because the dashboard shows four. */
export const holdings = [
  { symbol: 'BTC', name: 'Bitcoin', icon: '₿', amount: 0.0512, value: 3_286.14, change: 2.41 },
  { symbol: 'ETH', name: 'Ethereum', icon: 'Ξ', amount: 0.5, value: 1_584.01, change: -1.07 },
  { symbol: 'SOL', name: 'Solana', icon: '◎', amount: 3, value: 430.11, change: 0 },
  { symbol: 'SHIB', name: 'Shiba Inu', icon: '🐕', amount: 1_000_000, value: 12.34, change: 0.3 },
  { symbol: 'NEW1', name: 'A coin that Florin does not list', icon: '', amount: 7, value: 7, change: 0.5 },
];

export const kyc = { status: 'pending', level: 1, limits: { daily: 1_000, monthly: 5_000 } };
export const verifiedKyc = { status: 'verified', level: 2, limits: { daily: 10_000, monthly: 50_000 } };

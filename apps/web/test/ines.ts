import type { User } from '@florin/contract';

export const ines: User = {
  id: '1',
  name: 'Ines Almeida',
  email: 'ines.almeida@florin.example',
  email_confirmed: true,
  avatar: null,
  verified: true,
  kyc_level: 2,
  plan: 'personal',
  role: 'member',
  phone: null,
  two_factor: false,
  has_factor: false,
  balances: { usd: 102, eur: 0, gbp: 0, usd_exact: '102.00', eur_exact: '0.00', gbp_exact: '0.00' },
};

import type { BusinessRole, User } from '@florin/contract';
import { ines } from './ines.ts';

/** Ines Almeida, who acts for her bakery. */
export const acmeAs = (role: BusinessRole): User => ({
  ...ines,
  id: 'b1',
  name: 'Acme Bakery',
  email: 'payments@acme.example',
  business: { handle: 'acme', person: { id: ines.id, name: ines.name, email: ines.email }, role },
  balances: { usd: 5_000, eur: 0, gbp: 0, usd_exact: '5000.00', eur_exact: '0.00', gbp_exact: '0.00' },
});

export const acme = acmeAs('owner');

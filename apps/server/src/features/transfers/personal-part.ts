import type { Ledger } from '../../ledger/index.ts';
import type { PersonalPart } from '../identity/index.ts';
import { awaitedAddresses } from './held-send-store.ts';

/** Held sends to a member's address. Until the claim, a held send belongs to its sender. */
export const personalSends = ({ ledger }: { readonly ledger: Pick<Ledger, 'booksWithin'> }): PersonalPart => ({
  name: 'held sends',
  awaited: (tx, emails) => awaitedAddresses(tx, (senderId) => ledger.booksWithin(tx, senderId), emails),
});

import type { Ledger } from '../../ledger/index.ts';
import type { PersonalPart } from '../identity/index.ts';
import { awaitedAddresses } from './held-send-store.ts';

/** Held sends to a member's address. They belong to their senders until the claim. */
export const personalSends = ({ ledger }: { readonly ledger: Pick<Ledger, 'booksWithin'> }): PersonalPart => ({
  name: 'held sends',
  awaited: (tx, emails) => awaitedAddresses(tx, (senderId) => ledger.booksWithin(tx, senderId), emails),
});

import type { PersonalPart } from '../identity/index.ts';
import { awaitedAddresses } from './held-send-store.ts';

/** What was sent to an address that somebody had once is their senders' until it is claimed. */
export const personalSends: PersonalPart = { name: 'held sends', awaited: awaitedAddresses };

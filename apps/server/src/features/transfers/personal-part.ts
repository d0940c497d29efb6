import type { PersonalPart } from '../identity/index.ts';
import { awaitedAddresses } from './held-send-store.ts';

/** Held sends to a member's address. They belong to their senders until the claim. */
export const personalSends: PersonalPart = { name: 'held sends', awaited: awaitedAddresses };

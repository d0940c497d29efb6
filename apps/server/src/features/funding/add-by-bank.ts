import type { Amount, FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Command } from '../../platform/http/route.ts';
import type { Member } from '../identity/index.ts';
import { bankAccounts } from './bank-accounts.ts';
import { bankDepositStartedKind } from './bank-deposit.ts';
import { methodLabel, type StoredMethod } from './method.ts';
import { announcedPostings } from './postings.ts';

/**
 * Announces a bank deposit. The money is reserved in the member's incoming account until `settleBankOrders` gets the
 * bank's answer. Errors: the ledger's.
 */
export async function addByBank(
  ledger: Ledger,
  member: Member,
  command: Command,
  { amount, method }: { amount: Amount<FiatCode>; method: StoredMethod },
) {
  const accounts = await bankAccounts(ledger, member.id, amount.asset);
  const entry: JournalEntry = {
    ...command,
    actor: member.id,
    kind: bankDepositStartedKind,
    metadata: { method: methodLabel(method), method_id: method.id },
    postings: announcedPostings(accounts, amount),
    reserve: { account: accounts.incoming, units: amount.units },
  };
  return { entry, standing: await ledger.post(entry, {}) };
}

import { PaymentFileError, writePain001, type PaymentAccount, type Payout } from '@florin/bank-files';
import { toDecimal } from '@florin/money';
import type { Pool } from '../../../platform/database/pool.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { OperatorAccount } from '../../../providers/bank/bank.ts';
import { verifiedAddress } from '../../kyc/index.ts';
import type { FileOfBatch, ReceivedPayout } from './file-of-batch.ts';
import { nachaFile } from './nacha-file.ts';
import { notPossible } from './not-possible.ts';
import { amountOfPayable, receiversOf, type OrderedPayout } from './payable.ts';
import { endToEndId } from './payout-ids.ts';

type Dependencies = { readonly pool: Pool; readonly vault: Vault };

/** Returns the payment file. Errors: `batch_not_possible` with the reason. */
export async function paymentFile(
  dependencies: Dependencies,
  batch: FileOfBatch,
  payouts: readonly OrderedPayout[],
): Promise<string> {
  const receivers = await receiversOf(dependencies, payouts);
  const received = receivers.flatMap((receiver, i) => {
    const { [i]: payout } = payouts;
    return payout ? [{ ...payout, receiver }] : [];
  });
  try {
    return batch.scheme === 'nacha' ? nachaFile(batch, received) : await painFile(dependencies, batch, received);
  } catch (error) {
    if (error instanceof PaymentFileError) throw notPossible(error.message);
    throw error;
  }
}

async function painFile(
  dependencies: Dependencies,
  { id, scheme, account, at }: FileOfBatch,
  payouts: readonly ReceivedPayout[],
): Promise<string> {
  if (scheme === 'nacha') throw new Error('a NACHA batch is not a pain.001 file');
  const written: Payout[] = [];
  for (const { id: payoutId, pays, receiver } of payouts) {
    const { name, account: to, remittance } = receiver;
    const address = scheme === 'usd-cross-border' ? await addressOf(dependencies, { pays, receiver }) : null;
    const amount = toDecimal(amountOfPayable(pays));
    written.push({ id: endToEndId(payoutId), amount, creditor: { name, address }, account: to, remittance });
  }
  return writePain001({
    id: endToEndId(id),
    scheme,
    created: `${at.toISOString().slice(0, 19)}Z`,
    executionDate: at.toISOString().slice(0, 10),
    bookAsBatch: false,
    debtor: { name: account.holder },
    debtorAccount: ownAccountOf(account),
    payouts: written,
  });
}

/** Banks refuse cross-border payments without the receiver's address. */
async function addressOf(dependencies: Dependencies, { pays, receiver }: Pick<ReceivedPayout, 'pays' | 'receiver'>) {
  const address = pays.kind === 'withdrawal' ? await verifiedAddress(dependencies, pays.order.userId) : undefined;
  if (address) return address;
  throw notPossible(
    `A cross-border payment needs a verified address, and ${receiver.name} has none. Pay by NACHA instead.`,
  );
}

function ownAccountOf({ iban, bic, sort_code, routing_number, account_number }: OperatorAccount): PaymentAccount {
  if (iban !== undefined) return { kind: 'iban', iban: iban.replace(/\s/g, ''), bic: bic ?? null };
  const [accountNumber, ownBic] = [account_number?.replace(/[^\dA-Za-z]/g, '') ?? '', bic ?? null];
  if (routing_number !== undefined)
    return { kind: 'us', routing: routing_number.replace(/\D/g, ''), accountNumber, bic: ownBic };
  return { kind: 'uk', sortCode: sort_code?.replace(/\D/g, '') ?? '', accountNumber, bic: ownBic };
}

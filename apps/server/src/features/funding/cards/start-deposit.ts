import type { CardPayment, Policy } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import { isLedgerClosed, type Ledger } from '../../../ledger/index.ts';
import type { Command } from '../../../platform/http/route.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Member } from '../../identity/index.ts';
import { assertWithin } from '../amount-bounds.ts';
import { beginCharge, isCharged, keyReused, type Charge } from '../charge-store.ts';
import { customerOf } from './card-customers.ts';
import { cardPaymentView } from './card-payment.ts';
import { returnPathOf, type CardDependencies } from './card-progress.ts';
import { checkCharge, type Finish } from './check-payment.ts';
import { again, recordWaiting } from './progress-store.ts';
import { assertOpened } from './transaction-store.ts';

/** Long enough to find the card and the phone. The processor allows 30 minutes at least. */
const openMinutes = 60;

/**
 * Opens a page of the card processor on which the member adds money. The money arrives when the processor has it,
 * whether or not the member comes back. Errors: `invalid_amount`, `still_in_flight`, `idempotency_key_reused`,
 * `ledger_read_only`.
 */
export async function startCardDeposit(
  dependencies: CardDependencies & Finish & { readonly ledger: Ledger; readonly policy: Policy },
  member: Member,
  command: Command,
  amount: Amount<FiatCode>,
): Promise<CardPayment> {
  const { pool, ledger, policy } = dependencies;
  await assertWithin(policy.deposits, amount, 'Add', () => isCharged(pool, command.key));
  if ((await isLedgerClosed(await ledger.booksOf(member.id))) && !(await isCharged(pool, command.key)))
    throw new Refusal(
      'ledger_read_only',
      'Payments are paused right now. Your card was not charged. Try again later.',
      {
        retryAfterSeconds: 60,
      },
    );
  const charge = await beginCharge(dependencies, {
    command,
    userId: member.id,
    method: undefined,
    amount,
    purpose: 'deposit',
    details: {},
  });
  if (charge.requestHash !== command.requestHash) throw keyReused();
  if (charge.state !== 'started') return cardPaymentView(await checkCharge(dependencies, charge));
  return openPage(dependencies, member, charge);
}

async function openPage(dependencies: CardDependencies, member: Member, charge: Charge): Promise<CardPayment> {
  const { pool, cards } = dependencies;
  await assertOpened(pool);
  const { id, url } = await cards.openPayment({
    reference: charge.id,
    returnPath: await returnPathOf(pool, member.id),
    customer: await customerOf(dependencies, member),
    amount: charge.amount,
    until: new Date(charge.startedAt.getTime() + openMinutes * 60_000),
  });
  if (await recordWaiting(pool, charge.id, id)) return cardPaymentView({ charge: await again(pool, charge.id), url });
  // The attempt took so long that another attempt abandoned the charge.
  await cards.cancel(id);
  return cardPaymentView({ charge: await again(pool, charge.id) });
}

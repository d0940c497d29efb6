import { paymentReferencesIn } from '@florin/bank-files';
import type { unallocatedReasons } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import { cardPayoutsOf } from './card-payouts.ts';
import { payeesByReference, type Payee } from './payment-references.ts';
import { whyNotReturnable, type ReturnableLine } from './payouts/payer-account.ts';
import { namedBy, type Named, type NamedPayout, type NamingLine } from './payouts/named-payouts.ts';
import { isReversal, openReversals, takesBack, type ReferringLine } from './reversals/references.ts';
import { isSameName } from './same-name.ts';

/** The policy for money whose payer has another name than the member. */
export type ThirdPartyDeposits = 'review' | 'accept' | 'return';

export type LineToMatch = NamingLine &
  ReturnableLine &
  ReferringLine & {
    readonly remittance: string | null;
    readonly payment_reference: string | null;
    /** The bank's charge in the file, which the amount may contain. */
    readonly charge: bigint | null;
  };

/** The classification of a line. `reason` says why the money is not allocated. */
export type Match = {
  readonly match:
    | 'deposit'
    | 'unallocated'
    | 'to-payer'
    | 'bank-fee'
    | 'own-funds'
    | 'payout'
    | 'return'
    | 'card-payout';
  readonly userId?: string;
  readonly payoutId?: string;
  /** The card processor's id. */
  readonly cardPayout?: string;
  /** The payment batch that the line names. `settleBatches` compares the amounts. */
  readonly batchId?: string;
  /** The part of the line that is the bank's charge. For a batch, `settleBatches` compares the amounts. */
  readonly charge?: bigint;
  readonly reason?: UnallocatedReason;
};

export type UnallocatedReason = (typeof unallocatedReasons)[number];

export type Rules = {
  readonly policy: ThirdPartyDeposits;
  /** Returns whether a name may be on a sanctions list. */
  readonly isListed: (name: string) => boolean;
  /** Returns whether this is the number of another operator account. */
  readonly isOwn: (account: string, number: string) => boolean;
  /** Returns whether an operator account can pay by file. */
  readonly canPay: (account: string) => boolean;
};

/** The banks' codes for their own charges: ISO 20022 (family or subfamily), MT940 and BAI2. */
const chargeCode = /(?:^|-)(?:CHRG|COME|COMM|FEES|NCHG|698)(?:-|$)/;

/**
 * Classifies lines without guessing. Money belongs to a member only if the line has the member's payment reference and,
 * by the policy, the member's name.
 */
export async function matchLines(
  database: Queryable,
  lines: readonly LineToMatch[],
  rules: Rules,
): Promise<(readonly [id: bigint, match: Match])[]> {
  const candidates = new Map(lines.map((line) => [line.id, referencesOf(line)]));
  const payees = await payeesByReference(database, [...new Set([...candidates.values()].flat())]);
  const named = await namedBy(database, lines);
  const cardPayouts = await cardPayoutsOf(database, lines);
  const reversals = lines.length === 0 ? [] : await openReversals(database);
  const counted = new Map<string, LineCount>();
  return lines.map((line) => {
    const ofPayout = isCharge(line) ? undefined : matchOfPayout(line, named(line), counted);
    if (ofPayout) return [line.id, ofPayout];
    const cardPayout = cardPayouts.get(line.id);
    if (cardPayout !== undefined) return [line.id, { match: 'card-payout', cardPayout }];
    const members = (candidates.get(line.id) ?? []).flatMap((reference) => payees.get(reference) ?? []);
    const match = matchOf(line, distinct(members), rules);
    // The reversal of the deposit came first, so no member gets the money.
    const isReversed = match.match === 'deposit' && reversals.some((reversal) => takesBack(reversal, line));
    return [line.id, isReversed ? unallocated('reversal', match.userId) : match];
  });
}

/**
 * Classifies a line that names payouts or batches. Leaves a line to an operator if its amount differs from the
 * payout's, or if it has several ids.
 */
function matchOfPayout(
  line: LineToMatch,
  { payouts, batches }: Named,
  counted: Map<string, LineCount>,
): Match | undefined {
  const [payout, another] = payouts;
  const ofPayout = payout && !another ? matchOfOne(line, payout, counted) : undefined;
  if (ofPayout) return ofPayout;
  const [batchId, other] = batches;
  if (batchId === undefined || other !== undefined) return undefined;
  return { ...unallocated('batch_amount'), batchId, ...(line.charge === null ? {} : { charge: line.charge }) };
}

/** The number of lines that pay a payout, and of lines that bring it back. */
type LineCount = { readonly debits: number; readonly credits: number };

/**
 * A payout is paid once and comes back once. The debit may include the bank's charge. An operator decides about further
 * lines. An operator also decides about money that comes back after a payout was paid twice, because this money may be
 * the second payment.
 */
function matchOfOne(
  { amount, charge }: LineToMatch,
  payout: NamedPayout,
  counted: Map<string, LineCount>,
): Match | undefined {
  const isWithCharge = charge !== null && amount === -payout.amount - charge;
  if (amount !== payout.amount && amount !== -payout.amount && !isWithCharge) return undefined;
  const { debits, credits } = counted.get(payout.id) ?? payout;
  const isDebit = amount < 0n;
  counted.set(payout.id, isDebit ? { debits: debits + 1, credits } : { debits, credits: credits + 1 });
  const of = { payoutId: payout.id, ...(payout.user_id === null ? {} : { userId: payout.user_id }) };
  if (isDebit ? debits > 0 : credits > 0 || debits > 1) return { ...unallocated('payout_again'), ...of };
  return { match: isDebit ? 'payout' : 'return', ...of, ...(isWithCharge ? { charge } : {}) };
}

/** The reader has found a reference if the line has any. Its text can have other references. */
const referencesOf = ({ payment_reference, remittance }: LineToMatch): readonly string[] =>
  payment_reference === null ? [] : [payment_reference, ...paymentReferencesIn(remittance)];

const distinct = (payees: readonly Payee[]) => [...new Map(payees.map((payee) => [payee.id, payee])).values()];

function matchOf(line: LineToMatch, named: readonly Payee[], rules: Rules): Match {
  const { policy, isListed, isOwn, canPay } = rules;
  if (isCharge(line)) return { match: 'bank-fee' };
  if (line.reversal || isReversal(line)) return unallocated('reversal');
  // A transfer between the operator's accounts. The other account's statement has the same transfer with the opposite
  // sign.
  if (line.counterparty_account !== null && isOwn(line.account, line.counterparty_account))
    return { match: 'own-funds' };
  if (line.amount < 0n) return unallocated('outgoing');
  const [payee, another] = named;
  if (line.counterparty !== null && isListed(line.counterparty))
    return unallocated('screening', another ? undefined : payee?.id);
  if (!payee) return unallocated('no_reference');
  if (another) return unallocated('several_references');
  if (payee.state !== 'open')
    return unallocated(payee.state === 'closed' ? 'account_closed' : 'account_frozen', payee.id);
  if (policy === 'accept' || isSameName(line.counterparty ?? '', payee.name))
    return { match: 'deposit', userId: payee.id };
  if (policy !== 'return') return unallocated('other_payer', payee.id);
  // Two operators must still release the money with the batch.
  const canReturn = whyNotReturnable(line, canPay(line.account)) === undefined;
  return { ...unallocated('return_to_payer', payee.id), match: canReturn ? 'to-payer' : 'unallocated' };
}

const isCharge = ({ amount, code }: LineToMatch): boolean => amount < 0n && code !== null && chargeCode.test(code);

const unallocated = (reason: UnallocatedReason, userId?: string): Match => ({
  match: 'unallocated',
  reason,
  ...(userId === undefined ? {} : { userId }),
});

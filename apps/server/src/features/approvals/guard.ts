import { formatAmount, usdEquivalentCeil, type Amount, type FiatCode } from '@florin/money';
import type { JournalEntry, Ledger } from '../../ledger/index.ts';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import { assertStillSignedIn, type Payer } from '../identity/index.ts';
import type { Guard } from '../wallets/index.ts';
import { findWaiting, insertApproval } from './approval-store.ts';
import { demandOf, type Demand } from './demand.ts';
import { writeEntry } from './entry-json.ts';
import { isKnownRecipient, recipientOf } from './known-recipients.ts';
import { neededApprovals } from './needed-approvals.ts';
import { leavingOf, proposalKey, proposedKinds } from './proposed-payment.ts';
import { readRules } from './rule-store.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };

/**
 * Decides about each outgoing payment of a business by its rules. Posts the payment, reserves its money until others
 * approve the payment, or refuses the payment. Refusals: `refused_by_rule`; `not_signed_in` for a proposal whose
 * session ended meanwhile.
 */
export const paymentGuard =
  ({ pool, ledger }: Dependencies): Guard =>
  async ({ member, acts, amount, recipientEmail, commandKey, content }, exceeded) => {
    const id = await proposalIdOf({ pool, ledger }, member.id, { paymentKey: content.key, commandKey });
    const by = acts.person.id;
    const payment: JournalEntry = { ...content, metadata: { ...content.metadata, by } };
    const reserving = reservation(payment, { id, amount, to: recipientEmail });
    // A repeat gets the first answer, whatever the rules are now.
    const [wasProposed, wasPosted] = await Promise.all([
      ledger.hasEntry(member.id, id),
      ledger.hasEntry(member.id, content.key),
    ]);
    if (wasProposed || wasPosted)
      return { entry: wasProposed ? reserving : payment, draws: [], isProposed: wasProposed };
    const { rules } = await readRules(pool, member.id);
    const asked = {
      cents: usdEquivalentCeil(amount).units,
      currency: amount.asset,
      to: recipientEmail,
      isKnown: await isKnownRecipient({ pool, ledger }, member.id, recipientOf(recipientEmail, content)),
      role: acts.role,
      byKey: member.key !== undefined,
    };
    const demand = demandOf(rules, member.id, asked, exceeded);
    if (demand.refused) throw refusedByRule(demand);
    const parties = { businessId: member.id, proposerId: by };
    const { needed, approvers, asks } = await neededApprovals(pool, parties, demand.asks);
    if (needed === 0) return { entry: payment, draws: demand.draws, isProposed: false };
    await transact(pool, async (tx) => {
      await assertStillCalls(tx, member); // a proposal would outlive a password reset
      await insertApproval(tx, {
        id,
        business_id: member.id,
        kind: 'payment',
        content: writeEntry(payment, member.key?.id),
        shown: { ...shownOf(payment, { amount, to: recipientEmail, why: demand.why }), asks },
        needed,
        approvers,
        proposed_by: by,
      });
    });
    return { entry: reserving, draws: demand.draws, isProposed: true };
  };

async function assertStillCalls(tx: Queryable, { sessionId, ...member }: Payer): Promise<void> {
  if (sessionId === undefined) throw new Error('a payment was proposed without a session');
  await assertStillSignedIn(tx, { ...member, sessionId });
}

type Keys = { readonly paymentKey: string; readonly commandKey: string | undefined };

/**
 * Returns the proposal of the command. A payment whose key is not the command's key joins the waiting proposal, so that
 * its money is not reserved twice.
 */
async function proposalIdOf({ pool, ledger }: Dependencies, businessId: string, { paymentKey, commandKey }: Keys) {
  if (commandKey === undefined) return proposalKey(paymentKey);
  const own = proposalKey(commandKey);
  if (await ledger.hasEntry(businessId, own)) return own;
  return (await findWaiting(pool, businessId, paymentKey)) ?? own;
}

export const refusedByRule = ({ why }: Demand) =>
  new Refusal('refused_by_rule', `The rules of this business do not allow this payment. ${why.join(' ')}`);

type Proposed = { readonly id: string; readonly amount: Amount<FiatCode>; readonly to: string | undefined };

function reservation(payment: JournalEntry, { id, amount, to }: Proposed): JournalEntry {
  const { account, units } = leavingOf(payment);
  const { metadata } = payment;
  return {
    key: id,
    requestHash: payment.requestHash,
    actor: payment.actor,
    kind: to === undefined ? proposedKinds.withdrawal : proposedKinds.send,
    metadata: {
      to: to ?? metadata['method'],
      sum: String(amount.units),
      fee: String(units - amount.units),
      note: metadata['note'],
      by: metadata['by'],
    },
    postings: [],
    reserve: { account, units },
    isContested: true,
  };
}

type ShownPayment = {
  readonly amount: Amount<FiatCode>;
  readonly to: string | undefined;
  readonly why: readonly string[];
};

function shownOf(payment: JournalEntry, { amount, to, why }: ShownPayment) {
  const place = to ?? payment.metadata['method'] ?? 'a bank account';
  return {
    title: `${formatAmount(amount)} to ${place}`,
    why,
    payment: {
      asset: amount.asset,
      units: String(amount.units),
      total: String(leavingOf(payment).units),
      to: place,
      note: payment.metadata['note'],
    },
  };
}

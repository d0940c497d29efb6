import { usdEquivalentCeil } from '@florin/money';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Guard } from '../wallets/index.ts';
import { demandOf } from './demand.ts';
import { refusedByRule } from './guard.ts';
import { isKnownRecipient, recipientOf } from './known-recipients.ts';
import { neededApprovals } from './needed-approvals.ts';
import { readRules } from './rule-store.ts';

type Dependencies = { readonly pool: Pool; readonly ledger: Ledger };

/**
 * Decides about a row of a batch payout when it is paid. The rules already decided about the whole batch, so no single
 * row waits for approval. A row that needs approval only now, after a change of the rules or of the day's total, is
 * refused. Others have approved the rows of an `approved` batch, so only rules that refuse count. Refusals:
 * `refused_by_rule`.
 */
export const batchGuard =
  ({ pool, ledger }: Dependencies, { approved }: { readonly approved: boolean }): Guard =>
  async ({ member, acts, amount, recipientEmail, content }, exceeded) => {
    const by = acts.person.id;
    const entry = { ...content, metadata: { ...content.metadata, by } };
    // A repeat gets the first answer, whatever the rules are now.
    if (await ledger.hasEntry(member.id, content.key)) return { entry, draws: [], isProposed: false };
    const { rules } = await readRules(pool, member.id);
    const asked = {
      cents: usdEquivalentCeil(amount).units,
      currency: amount.asset,
      to: recipientEmail,
      isKnown: await isKnownRecipient({ pool, ledger }, member.id, recipientOf(recipientEmail, content)),
      role: acts.role,
      byKey: member.key !== undefined,
    };
    const counting = approved ? rules.filter(({ effect }) => effect === 'refuse') : rules;
    const demand = demandOf(counting, member.id, asked, exceeded);
    if (demand.refused) throw refusedByRule(demand);
    if ((await neededApprovals(pool, { businessId: member.id, proposerId: by }, demand.asks)).needed > 0)
      throw new Refusal(
        'refused_by_rule',
        `The rules of this business now ask for approval of this payment. Retry it to ask for approval. ${demand.why.join(' ')}`,
      );
    return { entry, draws: demand.draws, isProposed: false };
  };

import type { Policy } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import type { ExceededLimit, JournalEntry, Ledger, RefusalSentences, Standing, Usage } from '../../ledger/index.ts';
import { batchLoader } from '../../platform/database/batch-loader.ts';
import type { Member } from '../identity/index.ts';
import {
  assertLoaded,
  outflowDraws,
  outflowRefusal,
  outflow,
  withoutFactorPerDay,
  withoutFactorRefusal,
} from './outflow-limit.ts';

export type Outflows = ReturnType<typeof openOutflows>;

/** The maximum number of members whose usage is cached. */
const maxCached = 20_000;

/**
 * Posts sends and withdrawals within the members' limits. Each member's usage is read once and cached. A stale usage
 * can only be too strict, so it is reloaded only when it would exceed a limit (docs/decisions/0030).
 */
export function openOutflows(ledger: Ledger, policy: Policy) {
  const cache = new Map<string, Usage>();
  const load = batchLoader((ids: string[]) => ledger.usageOf(ids, outflow));

  const reload = async (id: string): Promise<Usage> => {
    const usage = assertLoaded(await load(id));
    cache.delete(id);
    cache.set(id, usage);
    for (const oldest of cache.keys()) {
      if (cache.size <= maxCached) break;
      cache.delete(oldest);
    }
    return usage;
  };

  return {
    /**
     * Posts an entry that sends the amount out of the member's account. Errors: `limit_exceeded`,
     * `second_factor_required`, and those of the ledger and the sentences.
     */
    async post(
      ledger: Ledger,
      member: Member,
      leaving: { readonly amount: Amount<FiatCode>; readonly needsFactor: boolean },
      content: JournalEntry,
      sentences: Omit<RefusalSentences, 'limit'>,
    ): Promise<{ entry: JournalEntry; standing: Standing }> {
      let usage = cache.get(member.id) ?? (await reload(member.id));
      for (;;) {
        const entry = { ...content, draws: outflowDraws(policy, member, leaving, usage) };
        const limit = (exceeded: ExceededLimit) => new AllowanceExceeded(exceeded);
        try {
          return { entry, standing: await ledger.post(entry, { ...sentences, limit }) };
        } catch (error) {
          if (!(error instanceof AllowanceExceeded)) throw error;
          if (error.exceeded.kind === withoutFactorPerDay) throw withoutFactorRefusal(error.exceeded.left);
          usage = await reload(member.id);
          // A new day or month may have started, or a canceled send may have restored the limit.
          const refusal = outflowRefusal(policy, member, leaving, usage);
          if (refusal) throw refusal;
        }
      }
    },
  };
}

class AllowanceExceeded extends Error {
  readonly exceeded: ExceededLimit;
  constructor(exceeded: ExceededLimit) {
    super('The allowance is too small.');
    this.exceeded = exceeded;
  }
}

import type { Policy } from '@florin/contract';
import type { Amount, FiatCode } from '@florin/money';
import type {
  Draw,
  ExceededLimit,
  JournalEntry,
  Ledger,
  RefusalSentences,
  Standing,
  Usage,
} from '../../ledger/index.ts';
import { batchLoader } from '../../platform/database/batch-loader.ts';
import type { Payer } from '../identity/index.ts';
import { keyCapRefusal, keyDraws } from './key-caps.ts';
import {
  assertLoaded,
  outflowDraws,
  outflowRefusal,
  outflow,
  withoutFactorPerDay,
  withoutFactorRefusal,
} from './outflow-limit.ts';

export type Outflows = ReturnType<typeof openOutflows>;

type Leaving = {
  readonly amount: Amount<FiatCode>;
  readonly needsFactor: boolean;
  /** The recipient's address. Undefined for the member's own bank account. */
  readonly recipientEmail?: string | undefined;
  /** The key of the command, if the entry's own key belongs to the paid object, such as a request. */
  readonly commandKey?: string | undefined;
};

/** An outgoing payment of a business. */
type Guarded = {
  readonly member: Payer;
  readonly acts: NonNullable<Payer['acts']>;
  readonly amount: Amount<FiatCode>;
  readonly recipientEmail: string | undefined;
  readonly commandKey: string | undefined;
  readonly content: JournalEntry;
};

/**
 * Decides about a payment of a business. Returns the entry to post and the draws on the totals of rules. The entry may
 * only reserve the money until others approve the payment. `exceeded` has the kinds of the draws that had no room
 * before.
 */
export type Guard = (
  payment: Guarded,
  exceeded: ReadonlySet<string>,
) => Promise<{ readonly entry: JournalEntry; readonly draws: readonly Draw[]; readonly isProposed: boolean }>;

/** The maximum number of members whose usage is cached. */
const maxCached = 20_000;

/**
 * Posts sends and withdrawals within the members' limits. Each member's usage is read once and cached. A stale usage
 * can only be too strict, so it is reloaded only when a limit would be exceeded (docs/decisions/0030).
 */
export function openOutflows(ledger: Ledger, policy: Policy, guard?: Guard) {
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

  const guarded = async (
    member: Payer,
    { amount, recipientEmail, commandKey }: Leaving,
    content: JournalEntry,
    exceeded: Set<string>,
  ) =>
    guard && member.acts
      ? guard({ member, acts: member.acts, amount, recipientEmail, commandKey, content }, exceeded)
      : { entry: content, draws: [], isProposed: false };

  return {
    /**
     * Posts an entry that sends the amount out of the member's account. The entry only reserves the amount if the rules
     * of a business ask for approvals (`isProposed`). Errors: `limit_exceeded`, `refused_by_rule`,
     * `second_factor_required`, `key_limit_exceeded`, and those of the ledger and the sentences.
     */
    async post(
      ledger: Pick<Ledger, 'post'>,
      member: Payer,
      leaving: Leaving,
      content: JournalEntry,
      sentences: Omit<RefusalSentences, 'limit'>,
    ): Promise<{ entry: JournalEntry; standing: Standing; isProposed: boolean }> {
      let usage = cache.get(member.id) ?? (await reload(member.id));
      const exceeded = new Set<string>();
      for (;;) {
        const { entry: base, draws, isProposed } = await guarded(member, leaving, content, exceeded);
        const own = [...outflowDraws(policy, member, leaving, usage), ...keyDraws(member, leaving.amount)];
        const entry = { ...base, draws: [...own, ...draws] };
        const limit = (exceeded: ExceededLimit) => new AllowanceExceeded(exceeded);
        try {
          return { entry, standing: await ledger.post(entry, { ...sentences, limit }), isProposed };
        } catch (error) {
          if (!(error instanceof AllowanceExceeded)) throw error;
          if (draws.some(({ kind }) => kind === error.exceeded.kind)) {
            exceeded.add(error.exceeded.kind);
            continue;
          }
          const overCap = keyCapRefusal(error.exceeded);
          if (overCap) throw overCap;
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

import type { Amount, FiatCode } from '@florin/money';
import type { ExceededLimit, JournalEntry, Ledger, RefusalSentences, Standing, Usage } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { turnLoader } from '../../platform/database/turn-loader.ts';
import type { Member } from '../identity/index.ts';
import {
  assertRead,
  outflowDraws,
  outflowRefusal,
  readOutflow,
  withoutFactorPerDay,
  withoutFactorRefusal,
} from './outflow-limit.ts';

export type Outflows = ReturnType<typeof openOutflows>;

/** So many members' readings are kept. */
const kept = 20_000;

/**
 * Posts what leaves accounts within their limits. How much a member has used is read once and kept: an old reading is
 * too strict at worst, so that it is read anew only where the limit would be exceeded by it (docs/decisions/0030).
 */
export function openOutflows(pool: Pool) {
  const known = new Map<string, Usage>();
  const load = turnLoader((ids: string[]) => readOutflow(pool, ids));

  const readAnew = async (id: string): Promise<Usage> => {
    const usage = assertRead(await load(id));
    known.delete(id);
    known.set(id, usage);
    for (const oldest of known.keys()) {
      if (known.size <= kept) break;
      known.delete(oldest);
    }
    return usage;
  };

  return {
    /**
     * Posts an entry by which that amount leaves the member's account. Refusals: `limit_exceeded`,
     * `second_factor_required`, and those of the ledger and the sentences.
     */
    async post(
      ledger: Ledger,
      member: Member,
      leaving: { readonly amount: Amount<FiatCode>; readonly owesFactor: boolean },
      content: JournalEntry,
      sentences: Omit<RefusalSentences, 'limit'>,
    ): Promise<{ entry: JournalEntry; standing: Standing }> {
      let usage = known.get(member.id) ?? (await readAnew(member.id));
      for (;;) {
        const entry = { ...content, draws: outflowDraws(member, leaving, usage) };
        const limit = (exceeded: ExceededLimit) => new TooMuch(exceeded);
        try {
          return { entry, standing: await ledger.post(entry, { ...sentences, limit }) };
        } catch (error) {
          if (!(error instanceof TooMuch)) throw error;
          if (error.exceeded.kind === withoutFactorPerDay) throw withoutFactorRefusal(error.exceeded.left);
          usage = await readAnew(member.id);
          // A new day or month has begun since the last reading, or something was given back.
          const refusal = outflowRefusal(member, leaving, usage);
          if (refusal) throw refusal;
        }
      }
    },
  };
}

class TooMuch extends Error {
  readonly exceeded: ExceededLimit;
  constructor(exceeded: ExceededLimit) {
    super('an allowance is too small');
    this.exceeded = exceeded;
  }
}

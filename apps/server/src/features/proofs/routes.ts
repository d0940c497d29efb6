import { endpoints } from '@florin/contract';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../platform/refusal.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { booksView } from './proof/books.ts';
import { entryOfLine } from './proof/entry-of-line.ts';
import { proofOf, proofOfEntry, type Proving } from './proof/proof.ts';

const route = routesFor<Member>();

type Dependencies = Proving & { readonly history: History; readonly publicBooks: boolean };

export const proofRoutes = (dependencies: Dependencies) => [
  route(endpoints.getProof, ({ member, query }) => proofOf(dependencies, member, query.since)),
  route(endpoints.getTransactionProof, async ({ member, params, query }) => {
    await dependencies.history.one(member, params.id); // also refuses those of others
    const entry = await entryOfLine(await dependencies.ledger.booksOf(member.id), params.id);
    if (entry === undefined) throw new Refusal('not_found', 'This transaction does not exist.');
    return onceLogged(() => proofOfEntry(dependencies, member, entry, query.since));
  }),
  route(endpoints.getBooks, () => {
    if (!dependencies.publicBooks) throw new Refusal('not_found', 'The books are not public here.');
    return booksView(dependencies);
  }),
];

const patienceMs = 2_000;
const lookEveryMs = 200;

/** A new entry is in the log after about a second. */
async function onceLogged<Result>(prove: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + patienceMs;
  for (;;)
    try {
      return await prove();
    } catch (error) {
      const isEarly = error instanceof Refusal && error.code === 'proof_not_ready';
      if (!isEarly || performance.now() > until) throw error;
      await sleep(lookEveryMs);
    }
}

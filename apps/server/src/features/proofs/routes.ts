import { endpoints } from '@florin/contract';
import type { Pool } from '../../platform/database/pool.ts';
import { Refusal } from '../../platform/refusal.ts';
import { routesFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { booksView } from './proof/books.ts';
import { proofOf, type Proving } from './proof/proof.ts';
import { proofOfLine } from './proof/proof-of-line.ts';
import { shareBalance } from './shareable/share-balance.ts';
import { payersOf, shareIncome } from './shareable/share-income.ts';

const route = routesFor<Member>();

type Dependencies = Proving & {
  readonly pool: Pool;
  readonly history: History;
  readonly publicUrl: string;
  readonly publicBooks: boolean;
};

export const proofRoutes = (dependencies: Dependencies) => [
  route(endpoints.getProof, ({ member, query }) => proofOf(dependencies, member, query.since)),
  route(endpoints.getTransactionProof, async ({ member, params, query }) => {
    await dependencies.history.one(member, params.id); // also refuses other members' transactions
    return proofOfLine(dependencies, member, params.id, query.since);
  }),
  route(endpoints.shareBalance, ({ member, body }) => shareBalance(dependencies, member, body)),
  route(endpoints.shareIncome, ({ member, body }) => shareIncome(dependencies, member, body)),
  route(endpoints.listPayers, ({ member }) => payersOf(dependencies, member)),
  route(endpoints.getBooks, () => {
    if (!dependencies.publicBooks) throw new Refusal('not_found', 'The books are not public here.');
    return booksView(dependencies);
  }),
];

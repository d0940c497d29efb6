import { Readable } from 'node:stream';
import { endpoints } from '@florin/contract';
import { streamsFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { exportCsv } from './export-csv.ts';
import { drawReceipt } from './draw-receipt.ts';
import { drawStatement } from './draw-statement.ts';
import { receiptOf } from './receipt.ts';
import { statementOf } from './statement.ts';

const stream = streamsFor<Member>();

type Dependencies = {
  readonly history: History;
  /** Real money moves here: without it, every page says that it does not. */
  readonly mode: 'sandbox' | 'live';
};

export function statementRoutes({ history, mode }: Dependencies) {
  return [
    stream(endpoints.exportTransactions, async ({ member, query }) => ({
      filename: `florin-transactions-${new Date().toISOString().slice(0, 10)}.csv`,
      stream: Readable.from(
        await exportCsv(history, member, {
          type: query.type ?? 'all',
          search: query.search ?? '',
          since: dateOf(query.since),
          until: dateOf(query.until),
        }),
        { objectMode: false },
      ),
    })),
    stream(endpoints.getStatement, async ({ member, params }) => ({
      filename: `florin-statement-${params.wallet}-${params.month}.pdf`,
      stream: drawStatement(await statementOf(history, member, params), mode),
    })),
    stream(endpoints.getReceipt, async ({ member, params }) => {
      const receipt = receiptOf(await history.one(member, params.id), member);
      return { filename: `florin-receipt-${receipt.id}.pdf`, stream: drawReceipt(receipt, mode) };
    }),
  ];
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

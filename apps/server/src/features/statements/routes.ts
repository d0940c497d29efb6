import { Readable } from 'node:stream';
import { endpoints, type BodyOf, type Endpoints } from '@florin/contract';
import { streamsFor } from '../../platform/http/route.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { exportCsv } from './export-csv.ts';
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
    stream(endpoints.exportTransactions, ({ member, query }) => csvFile(history, member, query)),
    stream(endpoints.exportFoundTransactions, ({ member, body }) => csvFile(history, member, body)),
    // What draws PDFs is read with the first one: a start does not wait for it.
    stream(endpoints.getStatement, async ({ member, params }) => {
      const { drawStatement } = await import('./draw-statement.ts');
      return {
        filename: `florin-statement-${params.wallet}-${params.month}.pdf`,
        stream: drawStatement(await statementOf(history, member, params), mode),
      };
    }),
    stream(endpoints.getReceipt, async ({ member, params }) => {
      const { drawReceipt } = await import('./draw-receipt.ts');
      const receipt = receiptOf(await history.one(member, params.id), member);
      return { filename: `florin-receipt-${receipt.id}.pdf`, stream: drawReceipt(receipt, mode) };
    }),
  ];
}

async function csvFile(history: History, member: Member, filters: BodyOf<Endpoints['exportFoundTransactions']>) {
  const { type = 'all', search = '', since, until } = filters;
  const csv = await exportCsv(history, member, { type, search, since: dateOf(since), until: dateOf(until) });
  return {
    filename: `florin-transactions-${new Date().toISOString().slice(0, 10)}.csv`,
    stream: Readable.from(csv, { objectMode: false }),
  };
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

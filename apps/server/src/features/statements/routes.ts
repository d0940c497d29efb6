import { endpoints, type BodyOf, type Endpoints, type Proof } from '@florin/contract';
import { streamsFor } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { History } from '../activity/index.ts';
import type { Member } from '../identity/index.ts';
import { proofOfLine, type Proving } from '../proofs/index.ts';
import type { Documents } from './drawing/draw-in-thread.ts';
import { exportCsv } from './export-csv.ts';
import { paperHeadOf, type PaperSettings } from './paper-head.ts';
import { receiptOf } from './receipt.ts';
import { statementOf } from './statement.ts';
import { receiptVerification, statementVerification } from './verification.ts';

const stream = streamsFor<Member>();

type Dependencies = PaperSettings &
  Proving & { readonly history: History; readonly documents: Documents; readonly publicUrl: string };

export function statementRoutes(dependencies: Dependencies) {
  const { history, documents, publicUrl } = dependencies;
  const head = paperHeadOf(dependencies);
  return [
    stream(endpoints.exportTransactions, ({ member, query }) => csvFile(dependencies, member, query)),
    stream(endpoints.exportFoundTransactions, ({ member, body }) => csvFile(dependencies, member, body)),
    stream(endpoints.getStatement, async ({ member, params }) => {
      const { head: statement, lines } = await statementOf(history, member, params);
      const verification = statementVerification(publicUrl, params.wallet, params.month);
      return {
        filename: `florin-statement-${params.wallet}-${params.month}.pdf`,
        stream: await documents.draw({ kind: 'statement', statement, verification, head }, lines),
      };
    }),
    stream(endpoints.getReceipt, async ({ member, params }) => {
      const receipt = receiptOf(await history.one(member, params.id), member);
      const proof = await proofIfLogged(dependencies, member, params.id);
      const verification = receiptVerification(publicUrl, receipt.id, proof);
      return {
        filename: `florin-receipt-${receipt.id}.pdf`,
        stream: await documents.draw({ kind: 'receipt', receipt, verification, head }),
      };
    }),
  ];
}

async function proofIfLogged(proving: Proving, member: Member, id: string): Promise<Proof | undefined> {
  try {
    return await proofOfLine(proving, member, id);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'proof_not_ready') return undefined;
    throw error;
  }
}

async function csvFile(
  dependencies: Dependencies,
  member: Member,
  { type = 'all', search = '', since, until, currency, status }: BodyOf<Endpoints['exportFoundTransactions']>,
) {
  const filter = { type, currency, status, search, since: dateOf(since), until: dateOf(until) };
  return {
    filename: `florin-transactions-${new Date().toISOString().slice(0, 10)}.csv`,
    stream: await exportCsv(dependencies, member, filter),
  };
}

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

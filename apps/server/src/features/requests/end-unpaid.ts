import type { PaymentRequest } from '@florin/contract';
import type { Logger } from 'pino';
import type { Ledger } from '../../ledger/index.ts';
import type { Pool } from '../../platform/database/pool.ts';
import { assertKeyWallet, type Member } from '../identity/index.ts';
import { notifyRequestEnding } from './notify-request-change.ts';
import { endingOf, endingRefusals, requestCanceledKind, requestDeclinedKind } from './request-ending.ts';
import { findRequest, noRequest, type MoneyRequest } from './request-store.ts';
import { requestView, type RequestSettings } from './request-view.ts';

type Dependencies = RequestSettings & {
  readonly pool: Pool;
  readonly ledger: Ledger;
  readonly logger: Logger;
};

/** Declines a request. A repeated call changes nothing. Errors: `not_found`, `request_not_open`, and the ledger's. */
export async function declineRequest(dependencies: Dependencies, member: Member, id: string): Promise<PaymentRequest> {
  const request = await findRequest(dependencies.pool, member, id);
  if (request.recipient?.id !== member.id) throw noRequest();
  assertKeyWallet(member, request.amount.asset);
  return endUnpaid(dependencies, member, request, requestDeclinedKind);
}

/**
 * Cancels the member's own request. A repeated call changes nothing. Errors: `not_found`, `request_not_open`, and the
 * ledger's.
 */
export async function cancelRequest(dependencies: Dependencies, member: Member, id: string): Promise<PaymentRequest> {
  const request = await findRequest(dependencies.pool, member, id);
  if (request.requester.id !== member.id) throw noRequest();
  assertKeyWallet(member, request.amount.asset);
  return endUnpaid(dependencies, member, request, requestCanceledKind);
}

async function endUnpaid(
  dependencies: Dependencies,
  member: Member,
  request: MoneyRequest,
  kind: typeof requestDeclinedKind | typeof requestCanceledKind,
): Promise<PaymentRequest> {
  const { pool, ledger } = dependencies;
  const entry = { ...endingOf(request, kind, member.id), metadata: { request: request.id }, postings: [] };
  await ledger.post(entry, endingRefusals);
  await notifyRequestEnding(dependencies, request, member.id);
  return requestView(await findRequest(pool, member, request.id), member, dependencies);
}

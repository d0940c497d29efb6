import type { PaymentRequest } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Member } from '../identity/index.ts';
import { changedRequests, nextRequestExpiry, type MoneyRequest } from './request-store.ts';
import { requestView, type RequestSettings } from './request-view.ts';

/** A change of a request, with the request as the member saw it right after the change. */
export type RequestChange = {
  readonly step: 'created' | 'received' | 'paid' | 'declined' | 'canceled' | 'expired';
  readonly request: PaymentRequest;
  readonly at: Date;
};

/**
 * Returns the changes of a member's requests since a time, oldest first, and the time when the next open request
 * expires. The limits on requests bound their number.
 */
export async function requestChanges(
  database: Queryable,
  member: Member,
  since: Date,
  settings: RequestSettings,
): Promise<{ readonly changes: RequestChange[]; readonly nextExpiry: Date | null }> {
  const requests = await changedRequests(database, member, since);
  const changes = requests.flatMap((request) => stepsOf(request, member, settings));
  return {
    changes: changes.filter(({ at }) => at >= since).toSorted((a, b) => +a.at - +b.at),
    nextExpiry: await nextRequestExpiry(database, member),
  };
}

function stepsOf(request: MoneyRequest, member: Member, settings: RequestSettings): RequestChange[] {
  const { state, endedAt, createdAt, ...open } = request;
  const viewOf = (one: MoneyRequest) => requestView(one, member, settings);
  const asCreated = {
    ...open,
    createdAt,
    state: 'open',
    endedAt: undefined,
    paidFee: undefined,
    reminders: 0,
  } as const;
  const began: RequestChange = {
    step: request.requester.id === member.id ? 'created' : 'received',
    request: viewOf({ ...asCreated, isReminderDue: false }),
    at: createdAt,
  };
  if (state === 'open' || endedAt === undefined) return [began];
  return [began, { step: state === 'cancelled' ? 'canceled' : state, request: viewOf(request), at: endedAt }];
}

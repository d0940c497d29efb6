import type { Transaction } from '@florin/contract';
import type { History, HistoryPosition } from '../activity/index.ts';
import { approvalChanges } from '../approvals/index.ts';
import { batchChanges } from '../batch-payouts/index.ts';
import type { Member } from '../identity/index.ts';
import { invoiceChanges } from '../invoices/index.ts';
import { otherNotifications } from '../notifications/index.ts';
import { requestChanges } from '../requests/index.ts';
import {
  typeOfApproval,
  typeOfBatch,
  typeOfInvoice,
  typeOfLine,
  typeOfNotification,
  typeOfRequest,
} from './event-types.ts';
import type { EventDraft } from './event-body.ts';

export type DraftSources = Parameters<typeof requestChanges>[3] &
  Parameters<typeof batchChanges>[0] & { readonly history: History };

/** The position up to which a member's events were read. */
export type ReadingPosition = {
  /** Changes before this time are not read. */
  readonly since: Date;
  readonly history: HistoryPosition | undefined;
  /** Changes of requests, invoices, approvals and batch payouts before this time were read. */
  readonly requests: Date;
};

export type Drafts = {
  readonly drafts: readonly EventDraft[];
  readonly history: HistoryPosition;
  /**
   * The next time at which a request expires or an invoice becomes overdue, because these changes leave no trace. Null
   * if there is no such time, or while the history has more.
   */
  readonly nextChange: Date | null;
  /** Whether the history has more. */
  readonly more: boolean;
};

/**
 * A change of a request, invoice, approval or batch payout commits at most this long after its time. Each reading
 * repeats this period. Changes that were recorded already are recognized by their ids.
 */
const overlapMs = 10 * 60_000;

/**
 * Returns the member's changes after a position as events, oldest first. Some of the events may be recorded already.
 */
export async function draftsOf(
  { history, ...settings }: DraftSources,
  member: Member,
  { since, ...position }: ReadingPosition,
): Promise<Drafts> {
  const { pool } = settings;
  const lines = await history.changes(member, since, position.history);
  const ofLines = lines.changes.map(({ line, at }) => lineDraft(line, at));
  if (lines.more) return { drafts: ofLines, history: lines.position, nextChange: null, more: true };
  const repeated = new Date(Math.max(+since, +position.requests - overlapMs));
  const requests = await requestChanges(pool, member, repeated, settings);
  const invoices = await invoiceChanges(pool, member, repeated, settings);
  const approvals = await approvalChanges(pool, member.id, repeated);
  const batches = await batchChanges(settings, member.id, repeated);
  const notifications = (await otherNotifications(pool, member)).filter(({ date }) => new Date(date) >= since);
  const ofOthers = [
    ...requests.changes.map((change): EventDraft => {
      const { request, step, at } = change;
      const object = `/payment-requests/${request.id}`;
      return { source: `${object} ${step}`, type: typeOfRequest(change), object, at, data: request };
    }),
    ...invoices.changes.map((change): EventDraft => {
      const { invoice, step, cause, at } = change;
      const object = `/invoices/${invoice.id}`;
      return { source: `${object} ${step} ${cause}`, type: typeOfInvoice(change), object, at, data: invoice };
    }),
    ...approvals.map((change): EventDraft => {
      const { approval, step, at } = change;
      const object = `/approvals/${approval.id}`;
      return { source: `${object} ${step}`, type: typeOfApproval(change), object, at, data: approval };
    }),
    ...batches.map((change): EventDraft => {
      const { batch, step, at } = change;
      const object = `/batch-payouts/${batch.id}`;
      return { source: `${object} ${batch.started_at} ${step}`, type: typeOfBatch(change), object, at, data: batch };
    }),
    ...notifications.flatMap((news): EventDraft[] => {
      const type = typeOfNotification(news);
      const source = `/notifications#${news.id}`;
      return type ? [{ source, type, object: source, at: new Date(news.date), data: { ...news, read: false } }] : [];
    }),
  ];
  return {
    drafts: [...ofLines, ...ofOthers].toSorted((a, b) => +a.at - +b.at),
    history: lines.position,
    nextChange: earliest(requests.nextExpiry, invoices.nextOverdue),
    more: false,
  };
}

const earliest = (...times: readonly (Date | null)[]): Date | null =>
  times.reduce((first, time) => (first && time ? (time < first ? time : first) : (first ?? time)), null);

function lineDraft(line: Transaction, at: Date): EventDraft {
  const object = `/transactions/${line.id}`;
  return { source: `${object} ${line.status}`, type: typeOfLine(line), object, at, data: line };
}

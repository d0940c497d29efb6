import { apiVersion, type EventOfMember, type EventType } from '@florin/contract';
import { digestUuid } from '../../platform/digest.ts';

/** An event before it is recorded. */
export type EventDraft = {
  /** The identity of the member's change: every reading of the change returns the same text. */
  readonly source: string;
  readonly type: EventType;
  /** The call that returns the object. */
  readonly object: string;
  readonly at: Date;
  readonly data: EventOfMember['data'];
};

/** The maximum size of a webhook's body in bytes. */
export const maxBodyBytes = 20_000;

/** The purpose of the encryption of bodies. */
export const bodyPurpose = 'event';

export const eventId = (memberId: string, { source }: EventDraft): string =>
  `evt_${digestUuid(memberId, source).replaceAll('-', '')}`;

/** Returns the event in the form of the log and of webhooks. An object that is too large is left out. */
export function eventBody(id: string, sequence: number, { type, object, at, data }: EventDraft): string {
  const head = { id, sequence, type, timestamp: at.toISOString(), api_version: apiVersion, object };
  const whole = JSON.stringify({ ...head, data });
  return Buffer.byteLength(whole) < maxBodyBytes ? whole : JSON.stringify({ ...head, data: null });
}

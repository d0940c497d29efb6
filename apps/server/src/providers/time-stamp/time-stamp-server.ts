import { requestTimeStamp, type TimeStamp } from './rfc3161.ts';

/** A server for time stamps (RFC 3161). */
export type TimeStampServer = {
  readonly host: string;
  /** @throws if the answer is late, refuses, or is about other bytes */
  readonly stamp: (bytes: Buffer) => Promise<TimeStamp>;
};

export const timeStampServer = (url: string): TimeStampServer => ({
  host: new URL(url).host,
  stamp: (bytes) => requestTimeStamp(url, bytes),
});

import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { emptyByteRange, reasons, type SignatureForm } from '../drawing/signature-field.ts';
import { addTimeStamp, encodeCms, signatureOf, signDigest } from './cms.ts';
import type { Identity } from './identity.ts';
import { requestTimeStamp } from '../../../providers/time-stamp/rfc3161.ts';

/** Signs one document from its bytes in their order, and keeps only a digest of the bytes. */
export type Signing = {
  readonly add: (bytes: Uint8Array) => void;
  /** Returns the last part of the document with the signature in it. The earlier parts are already sent. */
  readonly finish: (tail: Uint8Array) => Promise<Uint8Array>;
};

export type DocumentSigner = { readonly form: SignatureForm; readonly begin: () => Signing };

type Options = {
  readonly identity: Identity;
  readonly timeStampUrl?: string | undefined;
  readonly logger: Pick<Logger, 'warn'>;
};

/** The room for a time stamp with its certificates. A larger time stamp is left out. */
const timeStampRoom = 8 * 1024;
/** After a failure, documents get no time stamps for this time, instead of waiting for each time stamp. */
const pauseMs = 60_000;

/** Signs documents as PAdES B-T, or B-B without a time stamp. The private key stays outside the drawing threads. */
export async function openDocumentSigner({ identity, timeStampUrl, logger }: Options): Promise<DocumentSigner> {
  const sample = encodeCms(await signDigest(identity, Buffer.alloc(32)));
  const slack = 16; // an ECDSA signature varies by a few bytes
  const room = sample.length + slack + (timeStampUrl === undefined ? 0 : timeStampRoom);
  let pausedUntil = 0;

  /** Returns undefined without a time stamp. */
  const signStamped = async (url: string, digest: Buffer): Promise<Buffer | undefined> => {
    try {
      const signed = await signDigest(identity, digest);
      addTimeStamp(signed, (await requestTimeStamp(url, signatureOf(signed))).token);
      const cms = encodeCms(signed);
      if (cms.length <= room) return cms;
      throw new Error(`the time stamp needs more than ${timeStampRoom} bytes`);
    } catch (error) {
      pausedUntil = performance.now() + pauseMs;
      logger.warn({ err: error }, 'documents are signed without a time stamp');
      return undefined;
    }
  };

  const begin = (): Signing => {
    const before = createHash('sha256');
    let length = 0;
    return {
      add(bytes) {
        before.update(bytes);
        length += bytes.length;
      },
      async finish(tail) {
        const gap = gapOf(Buffer.from(tail), length, room);
        const digest = () => before.copy().update(gap.above).update(gap.below).digest();
        if (timeStampUrl !== undefined && performance.now() >= pausedUntil) {
          gap.setReason(reasons.withTimeStamp);
          const cms = await signStamped(timeStampUrl, digest());
          if (cms) return gap.fill(cms);
          gap.setReason(reasons.withoutTimeStamp);
        }
        return gap.fill(encodeCms(await signDigest(identity, digest())));
      },
    };
  };
  return { form: { name: identity.name, room, hasTimeStamp: timeStampUrl !== undefined }, begin };
}

/** Finds the gap for the signature and states the signed ranges: everything but the gap. `length`: the bytes before the tail. */
function gapOf(tail: Buffer, length: number, room: number) {
  const rangeAt = tail.indexOf(emptyByteRange);
  const start = tail.indexOf(`<${'00'.repeat(8)}`, rangeAt);
  const end = start + room * 2 + 2;
  const reasonAt = tail.indexOf(reasons.withoutTimeStamp, end);
  if (rangeAt < 0 || start < 0 || reasonAt < 0 || tail[end - 1] !== '>'.codePointAt(0))
    throw new Error('The document has no place for its signature.');
  const range = `[0 ${length + start} ${length + end} ${tail.length - end}]`;
  tail.write(range.padEnd(emptyByteRange.length), rangeAt, 'latin1');
  return {
    above: tail.subarray(0, start),
    below: tail.subarray(end),
    setReason: (reason: string) => tail.write(reason, reasonAt, 'latin1'),
    fill(cms: Buffer): Buffer {
      if (cms.length > room) throw new Error(`The signature needs ${cms.length} bytes, more than ${room}.`);
      tail.write(cms.toString('hex'), start + 1, 'latin1');
      return tail;
    },
  };
}

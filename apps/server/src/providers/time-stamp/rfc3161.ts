import { createHash, randomBytes } from 'node:crypto';
import { Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  type ContentInfo,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { arrayBufferOf } from '../../platform/array-buffer-of.ts';
import { readBounded } from '../../platform/read-bounded.ts';

const sha256 = '2.16.840.1.101.3.4.2.1';
const timeStampInfo = '1.2.840.113549.1.9.16.1.4';
const patienceMs = 4_000;
const maxBytes = 64 * 1024;

export type TimeStamp = {
  readonly token: ContentInfo;
  /** The whole answer, as `openssl ts -verify` reads it. */
  readonly answer: Buffer;
  /** The time of the time stamp, according to the server. */
  readonly at: Date;
};

/**
 * Requests a time stamp of these bytes (RFC 3161). Throws if the answer is late, is a refusal, or is about other bytes.
 */
export async function requestTimeStamp(url: string, bytes: Buffer): Promise<TimeStamp> {
  const digest = createHash('sha256').update(bytes).digest();
  const nonce = randomBytes(16);
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40; // positive, and written in all its bytes
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256 }),
      hashedMessage: new OctetString({ valueHex: arrayBufferOf(digest) }),
    }),
    nonce: new Integer({ valueHex: arrayBufferOf(nonce) }),
    certReq: true,
  });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: Buffer.from(request.toSchema().toBER()),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) throw new Error(`the time stamp server answers ${response.status}`);
  const answer = await readBounded(response, maxBytes);
  return { answer, ...(await acceptedToken(answer, bytes, { digest, nonce })) };
}

type Asked = { readonly digest: Buffer; readonly nonce: Buffer };

/** Returns the token of an answer, after checking that it is about our bytes and signed with the key of its certificate. */
async function acceptedToken(answer: Buffer, bytes: Buffer, { digest, nonce }: Asked) {
  const { status, timeStampToken } = TimeStampResp.fromBER(arrayBufferOf(answer));
  const isGranted = status.status === PKIStatus.granted || status.status === PKIStatus.grantedWithMods;
  if (!isGranted || !timeStampToken) throw new Error(`the time stamp server refuses with status ${status.status}`);
  const signed = new SignedData({ schema: timeStampToken.content });
  const content = signed.encapContentInfo.eContent?.getValue();
  if (signed.encapContentInfo.eContentType !== timeStampInfo || !content)
    throw new Error('the time stamp server answers something else than a time stamp');
  const info = TSTInfo.fromBER(content);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isOurs =
    hashAlgorithm.algorithmId === sha256 &&
    digest.equals(hashedMessage.valueBlock.valueHexView) &&
    info.nonce !== undefined &&
    nonce.equals(info.nonce.valueBlock.valueHexView);
  if (!isOurs) throw new Error('the time stamp is about another request');
  if (!(await signed.verify({ signer: 0, data: arrayBufferOf(bytes), checkChain: false })))
    throw new Error('the signature of the time stamp is wrong');
  return { token: timeStampToken, at: info.genTime };
}

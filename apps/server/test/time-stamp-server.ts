import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Integer, Null, ObjectIdentifier, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  Attribute,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { createSelfSigned } from '../src/features/statements/signing/self-signed.ts';

export type Fault = 'refuses' | 'fails' | 'other bytes' | 'other nonce' | 'forged' | 'too large' | 'no time stamp';

const timeStampInfo = '1.2.840.113549.1.9.16.1.4';

/** Starts a server for time stamps (RFC 3161) on this machine. */
export async function startTimeStampServer() {
  let fault: Fault | undefined;
  let requests = 0;
  const sign = await openStamping();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    const asked = TimeStampReq.fromBER(Uint8Array.from(await buffer(request)).buffer);
    if (request.headers['content-type'] !== 'application/timestamp-query' || fault === 'fails') {
      response.writeHead(500).end();
      return;
    }
    response.setHeader('content-type', 'application/timestamp-reply');
    response.end(fault === 'too large' ? Buffer.alloc(100_000) : await sign(asked, fault));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => requests,
    failWith: (next: Fault | undefined) => (fault = next),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function openStamping() {
  const pair = await createSelfSigned('Time stamps');
  const certificate = Certificate.fromBER(Uint8Array.from(pair.certificate).buffer);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const key = await crypto.subtle.importKey('pkcs8', Uint8Array.from(pair.privateKey), algorithm, false, ['sign']);

  return async ({ messageImprint, nonce }: TimeStampReq, fault: Fault | undefined): Promise<Buffer> => {
    if (fault === 'refuses') return encode(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }));
    const info = new TSTInfo({
      version: 1,
      policy: '1.3.6.1.4.1.99999.1',
      messageImprint: fault === 'other bytes' ? imprintOf(randomBytes(32)) : messageImprint,
      serialNumber: new Integer({ value: 7 }),
      genTime: new Date(),
      ...(nonce && { nonce: fault === 'other nonce' ? new Integer({ value: 7 }) : nonce }),
    });
    const content = info.toSchema().toBER();
    const encapContentInfo = new EncapsulatedContentInfo({
      eContentType: fault === 'no time stamp' ? ContentInfo.DATA : timeStampInfo,
    });
    encapContentInfo.eContent = new OctetString({ valueHex: content }); // the constructor would split it
    const signed = new SignedData({
      version: 3,
      encapContentInfo,
      certificates: [certificate],
      signerInfos: [
        new SignerInfo({
          version: 1,
          sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
          signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes: attributesOf(content) }),
        }),
      ],
    });
    await signed.sign(key, 0, 'SHA-256');
    const [signer] = signed.signerInfos;
    if (fault === 'forged' && signer)
      signer.signature = new OctetString({ valueHex: withLastBitFlipped(signer.signature.valueBlock.valueHexView) });
    const token = new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signed.toSchema(true) });
    return encode(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken: token }));
  };
}

function withLastBitFlipped(bytes: Uint8Array): ArrayBuffer {
  const copy = Uint8Array.from(bytes);
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1;
  return copy.buffer;
}

const encode = (answer: TimeStampResp) => Buffer.from(answer.toSchema().toBER());

const attributesOf = (content: ArrayBuffer) => [
  new Attribute({ type: '1.2.840.113549.1.9.3', values: [new ObjectIdentifier({ value: timeStampInfo })] }),
  new Attribute({
    type: '1.2.840.113549.1.9.4',
    values: [new OctetString({ valueHex: digestOf(Buffer.from(content)) })],
  }),
];

const digestOf = (bytes: Buffer): ArrayBuffer => Uint8Array.from(createHash('sha256').update(bytes).digest()).buffer;

const imprintOf = (bytes: Buffer) =>
  new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1', algorithmParams: new Null() }),
    hashedMessage: new OctetString({ valueHex: digestOf(bytes) }),
  });

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

type Cbor = Parameters<typeof isoCBOR.encode>[0];
type Asked = { readonly [name: string]: unknown };

/** Properties of a browser and its authenticator, which tests may set to wrong values. */
export type Answering = {
  readonly origin: string;
  readonly rpId?: string;
  readonly counter?: number;
  /** Whether the authenticator verified the user, by a finger, a face or a PIN. */
  readonly verified?: boolean;
};

const [present, verifiedFlag, attested] = [0x01, 0x04, 0x40];

/** A software authenticator with one passkey. */
export function softwarePasskey() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);

  const clientData = (type: string, { challenge }: Asked, { origin }: Answering) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    { rpId = 'localhost', counter = 0, verified = true }: Answering,
    more = Buffer.alloc(0),
  ) => {
    const flags = present | (verified ? verifiedFlag : 0) | (more.length > 0 ? attested : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(rpId), head, more]);
  };

  return {
    credentialId: id.toString('base64url'),
    /** `navigator.credentials.create` */
    make(options: Asked, answering: Answering) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = isoCBOR.encode(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
          [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = authenticatorData(answering, Buffer.concat([Buffer.alloc(16), length, id, key]));
      const attestation = isoCBOR.encode(
        new Map<string, Cbor>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', Uint8Array.from(authData)],
        ]),
      );
      return this.answer({
        clientDataJSON: clientData('webauthn.create', options, answering).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      });
    },
    /** `navigator.credentials.get` */
    show(options: Asked, answering: Answering) {
      const data = clientData('webauthn.get', options, answering);
      const authData = authenticatorData(answering);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return this.answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
    answer: (response: Asked) => ({
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      clientExtensionResults: {},
      response,
    }),
  };
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

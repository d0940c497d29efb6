import { createHash } from 'node:crypto';

const fileStart = '004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e892940108';

/**
 * Reads a file of OpenTimestamps by the definition of its format, without the product's code. Returns the digest, and
 * the attestations (in hexadecimal, with their tags), each with its message.
 */
export function readOts(file: Buffer): { digest: string; attested: { message: string; attestation: string }[] } {
  let at = 0;
  const take = (count: number) => file.subarray(at, (at += count));
  const number = (): number => {
    const [byte = 0] = take(1);
    return byte < 0x80 ? byte : (byte & 0x7f) + 0x80 * number();
  };
  if (take(33).toString('hex') !== fileStart) throw new Error('not a file of OpenTimestamps');
  const digest = take(32);
  const attested: { message: string; attestation: string }[] = [];
  const item = (tag: number | undefined, message: Buffer): void => {
    if (tag === 0x00) {
      const attestation = take(8).toString('hex') + take(number()).toString('hex');
      attested.push({ message: message.toString('hex'), attestation });
    } else if (tag === 0x08) items(createHash('sha256').update(message).digest());
    else if (tag === 0xf0) items(Buffer.concat([message, take(number())]));
    else if (tag === 0xf1) items(Buffer.concat([take(number()), message]));
    else throw new Error(`unexpected tag ${tag}`);
  };
  const items = (message: Buffer): void => {
    let [tag] = take(1);
    for (; tag === 0xff; [tag] = take(1)) item(take(1)[0], message);
    item(tag, message);
  };
  items(digest);
  if (at !== file.length) throw new Error('bytes follow');
  return { digest: digest.toString('hex'), attested };
}

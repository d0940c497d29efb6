import { check, hex } from './bytes.ts';

/** A value of ASN.1 in DER: its tag, its content, and all its bytes. */
export type Value = { tag: number; content: Uint8Array; whole: Uint8Array };

/** Splits bytes into consecutive values. Rejects lengths that are not in the shortest form. */
export function valuesIn(bytes: Uint8Array): Value[] {
  const values: Value[] = [];
  for (let at = 0; at < bytes.length;) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const more = first < 0x80 ? 0 : first - 0x80;
    check(tag > 0 && (tag & 0x1f) !== 0x1f && more <= 3 && first !== 0x80, 'The signature is malformed.');
    const start = at + 2 + more;
    const length = more === 0 ? first : Number.parseInt(hex(bytes.subarray(at + 2, start)), 16);
    const isShortest = more === 0 || length >= Math.max(0x80, 256 ** (more - 1));
    check(isShortest && start + length <= bytes.length, 'The signature is malformed.');
    values.push({ tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) });
    at = start + length;
  }
  return values;
}

/** Returns the content of a value, which must have this tag. */
export function contentOf(value: Value | undefined, tag: number): Uint8Array {
  check(value?.tag === tag, 'The signature has another form.');
  return value.content;
}

/** Returns the values in a value, which must have this tag. */
export const inside = (value: Value | undefined, tag = sequence): Value[] => valuesIn(contentOf(value, tag));

export const sequence = 0x30;
export const set = 0x31;
export const octets = 0x04;

/** Whether these are exactly the bytes of the value, in hex. */
export const isWhole = (value: Value | undefined, ...forms: readonly string[]): boolean =>
  value !== undefined && forms.includes(hex(value.whole));

import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { canonicalEmail } from '../src/email-address.ts';
import { email } from '../src/wire.ts';

describe('email addresses', () => {
  test.each([
    ['Ines@Example.COM', 'ines@example.com'],
    ['  ines@example.com\u00a0', 'ines@example.com'],
    ['a&b@mail.example', 'a&b@mail.example'],
    ["o'neil+tag/x=1@mail.example", "o'neil+tag/x=1@mail.example"],
    ['a@почта.рф', 'a@xn--80a1acny.xn--p1ai'],
    ['a@XN--80A1ACNY.xn--p1ai', 'a@xn--80a1acny.xn--p1ai'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a@BÜCHER.example', 'a@xn--bcher-kva.example'],
    ['a@bu\u0308cher.example', 'a@xn--bcher-kva.example'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['a@m-1.co.uk', 'a@m-1.co.uk'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('canonicalEmail converts %j to %j', (written, address) => {
    expect(canonicalEmail(written)).toBe(address);
    expect(canonicalEmail(address)).toBe(address);
    expect(z.parse(email, written)).toBe(address);
  });

  test.each([
    '',
    '@',
    'ines',
    'ines@',
    '@example.com',
    'ines@localhost',
    'ines@example.c',
    'ines@example.com.',
    'ines@.example.com',
    'ines@exa mple.com',
    'ines@-example.com',
    'ines@example-.com',
    'ines@exam_ple.com',
    'ines@127.0.0.1',
    'ines@[127.0.0.1]',
    'ines@2130706433',
    'a@b@example.com',
    '.ines@example.com',
    'ines.@example.com',
    'in..es@example.com',
    'in es@example.com',
    'in,es@example.com',
    'in"es@example.com',
    '"ines"@example.com',
    'иван@example.com',
    'ines@example.com/path',
    'ines@example.com:80',
    'ines@exa%6dple.com',
    'ines@ex\u202eample.com',
    'ines@xn--.example',
    'ines@💥.example',
    'ines@example.com\nbcc: x@y.example',
    `${'a'.repeat(65)}@example.com`,
    `ines@${'a'.repeat(64)}.com`,
    `ines@${'abcdefgh.'.repeat(30)}com`,
  ])('canonicalEmail rejects %j', (written) => {
    expect(canonicalEmail(written)).toBeUndefined();
    expect(z.safeParse(email, written).success).toBe(false);
  });
});

import { describe, expect, test } from 'vitest';
import { type Fraud, fraudOf, verifyFraud } from '../src/index.ts';
import { signedNote, signerOf } from './note-maker.ts';
import { books, changed, good } from './refusals.ts';
import { houseKey, ines, origin, sampleBooks } from './sample-books.ts';
import { consistencyOf, pathOf, rootOf } from './simple-merkle.ts';

const other = sampleBooks({ filler: 'another' });
const trusted = { trustedKeys: [houseKey.verifierKey] };
const sign = (text: string) => signedNote(text, houseKey.line(text));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fraud = (kind: string, evidence: Partial<Fraud>) => ({
  format: 'florin-fraud/1',
  kind,
  keys: [houseKey.verifierKey],
  found_at: '2026-12-01T05:00:00Z',
  ...evidence,
});
const judged = async (file: unknown, options = trusted) => verifyFraud(JSON.stringify(file), options);
const holds = expect.objectContaining({ ok: true, keyTrusted: true });
const leafOf = (log: typeof books, index: number, size = 83) => ({
  index,
  leaf: base64(log.entries[index] ?? Buffer.of()),
  inclusion: pathOf(index, log.entries.slice(0, size)).map(base64),
});
const wrongSums = (text: string) => text.replace('USD -173456', 'USD -173455');
const lowSums = books.sumsText.replaceAll('173456', '100000');

/** Each kind with valid evidence, and with evidence in which signed texts agree. */
const kinds: [kind: string, guilty: Partial<Fraud>, innocent: Partial<Fraud>][] = [
  [
    'two_roots',
    { first: books.checkpoint(), second: other.checkpoint() },
    { first: books.checkpoint(), second: books.checkpoint(82) },
  ],
  ...[37, 40, 64, 81].map((from): [string, Partial<Fraud>, Partial<Fraud>] => {
    const seed = from === 64 ? [base64(rootOf(other.entries.slice(0, from)))] : [];
    const consistency = [...seed, ...consistencyOf(from, other.entries).map(base64)];
    const second = other.checkpoint();
    return [
      'rewritten',
      { first: books.checkpoint(from), second, consistency },
      { first: other.checkpoint(from), second, consistency },
    ];
  }),
  [
    'two_leaves',
    {
      first: books.checkpoint(),
      second: other.checkpoint(40),
      first_leaf: leafOf(books, 7),
      second_leaf: leafOf(other, 7, 40),
    },
    {
      first: books.checkpoint(),
      second: books.checkpoint(40),
      first_leaf: leafOf(books, 7),
      second_leaf: leafOf(books, 7, 40),
    },
  ],
  ['wrong_sums', { sums: sign(wrongSums(books.sumsText)) }, { sums: sign(books.sumsText) }],
  [
    'two_sums',
    { first: sign(books.sumsText), second: sign(lowSums) },
    { first: sign(books.sumsText), second: sign(lowSums.replace('\n7\n', '\n8\n')) },
  ],
  [
    'two_statements',
    { first: good.statement ?? '', second: sign(`${origin}/statement\n7\n${good.statement?.split('\n')[2]}\nUSD 1\n`) },
    { first: good.statement ?? '', second: sign(`${origin}/statement\n7\n${base64(Buffer.alloc(32))}\nUSD 1\n`) },
  ],
  [
    'wrong_balance',
    { statement: good.statement ?? '', sums: sign(lowSums) },
    { statement: good.statement ?? '', sums: good.sums?.note ?? '' },
  ],
  [
    'wrong_balance',
    { statement: good.statement ?? '', sums: sign(books.sumsText.replaceAll(/.+BTC.+\n/g, '')) },
    { statement: good.statement ?? '', sums: sign(lowSums.replace('\n7\n', '\n8\n')) },
  ],
];

test.each(kinds)(
  'a fraud file of the kind %s holds only if signed texts contradict each other',
  async (kind, guilty, innocent) => {
    expect(await judged(fraud(kind, guilty))).toEqual(holds);
    const acquitted = await judged(fraud(kind, innocent));
    expect(acquitted).toMatchObject({ ok: false, detail: 'These signed texts do not contradict each other.' });
  },
);

test.each(kinds)('a fraud file of the kind %s does not hold with the key of another house', async (kind, guilty) => {
  const stranger = signerOf(origin, 'another key').verifierKey;
  expect(await judged(fraud(kind, guilty), { trustedKeys: [stranger] })).toMatchObject({
    ok: false,
    keyTrusted: true,
  });
  expect(await verifyFraud(fraud(kind, guilty))).toMatchObject({ ok: true, keyTrusted: false });
  for (const name of Object.keys(guilty)) {
    expect(await judged(fraud(kind, { ...guilty, [name]: undefined })), `${name}`).toMatchObject({ ok: false });
    expect(await judged(fraud(kind, { ...guilty, [name]: [null] })), `${name}`).toMatchObject({ ok: false });
  }
});

test('a fraud file of two leaves needs both in their logs', async () => {
  const leaves = {
    first: books.checkpoint(),
    second: other.checkpoint(),
    first_leaf: leafOf(books, 7),
    second_leaf: leafOf(books, 8),
  };
  expect(
    await judged(fraud('two_leaves', { ...leaves, second_leaf: { ...leafOf(books, 8), index: 7 } })),
  ).toMatchObject({ ok: false, detail: 'Entry 7 is not in the log.' });
});

test('a fraud file with the same text twice does not hold', async () => {
  const sums = sign(books.sumsText);
  const pairs = [
    fraud('two_roots', { first: books.checkpoint(), second: books.checkpoint(83, []) }),
    fraud('two_sums', { first: sums, second: sums }),
    fraud('two_statements', { first: good.statement ?? '', second: good.statement ?? '' }),
  ];
  const agree = { ok: false, detail: 'These signed texts do not contradict each other.' };
  for (const pair of pairs) expect(await judged(pair)).toMatchObject(agree);
});

test('a fraud file cannot consist of invented hashes or of entries at two places', async () => {
  const [first, second] = [books.checkpoint(37), books.checkpoint()];
  const invented = consistencyOf(37, other.entries).map(base64);
  const accusations = [
    fraud('rewritten', { first, second, consistency: invented }),
    fraud('two_leaves', { first: second, second, first_leaf: leafOf(books, 7), second_leaf: leafOf(books, 8) }),
  ];
  const agree = { ok: false, detail: 'These signed texts do not contradict each other.' };
  for (const accusation of accusations) expect(await judged(accusation)).toMatchObject(agree);
});

test('a fraud file of two leaves also needs the first leaf in its log', async () => {
  const [first, second] = [books.checkpoint(), other.checkpoint()];
  const invented = { ...leafOf(books, 8), index: 7 };
  const accusation = fraud('two_leaves', { first, second, first_leaf: invented, second_leaf: leafOf(other, 7) });
  expect(await judged(accusation)).toMatchObject({ ok: false, detail: 'Entry 7 is not in the log.' });
});

test('a fraud file needs two checkpoints of one log', async () => {
  const stranger = signerOf('other.example/log', 'another key');
  const text = `other.example/log\n83\n${base64(rootOf(other.entries))}\n`;
  const second = signedNote(text, stranger.line(text));
  const trustedKeys = [houseKey.verifierKey, stranger.verifierKey];
  const verdict = await judged(fraud('two_roots', { first: books.checkpoint(), second }), { trustedKeys });
  expect(verdict).toMatchObject({ ok: false, detail: 'The checkpoints are of different logs.' });
  const owed = (good.statement?.split('\n\n')[0] ?? '').replace(origin, stranger.name);
  const statement = signedNote(`${owed}\n`, stranger.line(`${owed}\n`));
  const mixed = fraud('wrong_balance', { statement, sums: sign(lowSums) });
  expect(await judged(mixed, { trustedKeys })).toMatchObject({ ok: false });
});

test('a fraud file that is a complaint, of another kind or malformed proves nothing', async () => {
  expect(await judged({ format: 'florin-complaint/1' })).toMatchObject({
    ok: false,
    detail: expect.stringContaining('proves nothing by itself'),
  });
  for (const file of [fraud('toString', {}), fraud('theft', {}), { ...fraud('two_roots', {}), keys: 7 }, null, 7, []])
    expect(await judged(file)).toMatchObject({ ok: false });
  expect(await verifyFraud('{')).toMatchObject({ ok: false });
  const later = { ...fraud('two_roots', kinds[0]?.[1] ?? {}), format: 'florin-fraud/2' };
  expect(await judged(later)).toMatchObject({ ok: false });
});

describe('from a refused proof', () => {
  const kindOf = async (proof: unknown, last?: string) => {
    const file = await fraudOf(proof, last, new Date('2026-12-01T05:00:00Z'));
    expect(file.found_at).toBe('2026-12-01T05:00:00.000Z');
    if (!('kind' in file)) return file.format;
    expect(await judged(file)).toEqual(holds);
    return file.kind;
  };

  test('makes a fraud file if the house signed a contradiction', async () => {
    expect(await kindOf(good, other.checkpoint())).toBe('two_roots');
    expect(await kindOf(JSON.stringify(good), other.checkpoint(37))).toBe('rewritten');
    expect(await kindOf(sampleBooks({ sumsText: wrongSums }).proofOf(ines))).toBe('wrong_sums');
    expect(
      await kindOf(changed((proof) => (proof.sums = { ...proof.sums, note: sign(lowSums) } as typeof proof.sums))),
    ).toBe('wrong_balance');
  });

  test('makes a complaint if the house signed no contradiction', async () => {
    expect(await kindOf(good, books.checkpoint(37))).toBe('florin-complaint/1');
    expect(await kindOf(changed((proof) => proof.balances.pop()))).toBe('florin-complaint/1');
    expect(await kindOf({ keys: 7 })).toBe('florin-complaint/1');
    expect(await kindOf('{')).toBe('florin-complaint/1');
    expect(await kindOf(null)).toBe('florin-complaint/1');
  });
});

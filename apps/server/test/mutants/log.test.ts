import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { endpoints, type Proof } from '@florin/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fraudOf, verifyFraud, type Options } from '../../../../packages/verify/src/index.ts';
import {
  cosign,
  generateNoteKey,
  noteText,
  signatureTypes,
  verifierKey,
} from '../../src/features/proofs/log/signed-note.ts';
import { askWitnesses } from '../../src/features/proofs/witness/ask-witnesses.ts';
import { startServerProcess } from '../reliability/server-process.ts';
import type { Change, Mutant } from './load-mutant.ts';
import { change, openHouse, type House, type Name } from './mutated-house.ts';

/** Dishonest houses whose log lies, as in sums.test.ts. Ines knows the log from before each change of the server. */
let house: House;
let honest: Mutant;
let before: Proof;
beforeAll(async () => {
  house = await openHouse();
  honest = await house.load();
  await house.pay('ines', 'jonas');
});
afterAll(() => house.close());
beforeEach(async () => {
  await house.deleteLog();
  await honest.stateSums(house.log());
  before = await house.proofOf(honest, 'ines');
  for (let payment = 0; payment < 3; payment++) await house.pay('ines', 'jonas');
});

const sizeOf = ({ checkpoint }: Proof) => Number(checkpoint.split('\n')[1]);
/** The checkpoint that Ines knows from before. */
const seen = (): Options => ({ lastCheckpoint: before.checkpoint });
const nothing = { ines: 'nothing', jonas: 'nothing', lea: 'nothing', mia: 'nothing' };
const wasChanged = /^consistency: The first \d+ entries of the log were changed\.$/;
const logged = 'const missing = lines.filter(({ id }) => !logged.has(id));';
const leaveOut = (which: string) =>
  change('log/missing-entries.ts', logged, logged.replace('!logged.has(id)', `!logged.has(id) && id !== ${which}?.id`));

/** Makes a mutant continue the log. Returns the findings of Ines, and those of members who come for the first time. */
async function findIn(...changes: readonly Change[]) {
  const mutant = await house.load(...changes);
  await mutant.stateSums(house.log());
  const proof = await house.proofOf(mutant, 'ines', { since: sizeOf(before) });
  return { proof, again: await house.find(proof, 'ines', seen()), first: await house.findAll(mutant) };
}

/** Makes a mutant write the whole log again. */
const findInRewritten = async (...changes: readonly Change[]) => {
  await house.deleteLog();
  return findIn(...changes);
};

/** Expects that the answer of the house to Ines is evidence against it. */
async function expectFraud(proof: Proof, kind: string) {
  const fraud = await fraudOf(proof, before.checkpoint);
  expect(fraud).toMatchObject({ kind });
  expect(await verifyFraud(JSON.stringify(fraud), house.trust)).toMatchObject({ ok: true });
}

describe('in the log', () => {
  test('no member finds a fault in the log of the unchanged server', async () => {
    expect(await findIn()).toMatchObject({ again: 'nothing', first: nothing });
  });

  test('the browser of an earlier visit finds a changed entry, with evidence', async () => {
    const old = 'hashes: Buffer.concat([old?.hashes ?? Buffer.alloc(0), ';
    const found = await findIn(
      change('log/append.ts', old, old.replace('old?.hashes ??', 'old?.hashes.fill(7, 0, 1) ??')),
    );
    expect(found.again).toMatch(wasChanged);
    await expectFraud(found.proof, 'rewritten');
  });

  test('the browser of an earlier visit finds a removed entry, with evidence', async () => {
    const found = await findInRewritten(leaveOut('lines[0]'));
    expect(found.again).toMatch(wasChanged);
    await expectFraud(found.proof, 'rewritten');
  });

  test('the browser of an earlier visit finds an added entry, with evidence', async () => {
    const all = logged.replace('lines.', '(logged.size === 0 ? [{ ...lines[0] }, ...lines] : lines).');
    const found = await findInRewritten(change('log/missing-entries.ts', logged, all));
    expect(found.again).toMatch(wasChanged);
    await expectFraud(found.proof, 'rewritten');
  });

  test('only the browser of an earlier visit finds a rewritten history with a new tree, with evidence', async () => {
    const found = await findInRewritten(
      change('log/entry-texts.ts', 'id, time, kind, sha256', "id, time, 'gift', sha256"),
    );
    expect(found).toMatchObject({ again: expect.stringMatching(wasChanged), first: nothing });
    await expectFraud(found.proof, 'rewritten');
  });

  test('both members of a payment find that the log lacks the payment', async () => {
    const differ = 'entries: The sums and the entries have different balances in USD.';
    expect((await findIn(leaveOut('lines.at(-1)'))).first).toEqual({ ...nothing, ines: differ, jonas: differ });
    const gap = expect.stringMatching(/^entries: Posting \d+ of an account is missing\.$/);
    await house.deleteLog();
    expect((await findIn(leaveOut('lines.at(-2)'))).first).toEqual({ ...nothing, ines: gap, jonas: gap });
  });

  test('a member with several entries finds amounts that differ from the booked amounts', async () => {
    const more = change('log/entry-texts.ts', 'account, asset, amount, seq', 'account, asset, amount + 1n, seq');
    const { first } = await findInRewritten(more);
    expect(first).toMatchObject({ ines: expect.stringMatching(/^entries: Posting \d+ of an account does not/) });
  });

  test('two members together, a witness or the next visit find a forked log', async () => {
    await honest.stateSums(house.log());
    const fork = await house.load(
      change(
        'proof/proof.ts',
        'import { consistencyProof, inclusionProof }',
        'import { consistencyProof, inclusionProof, treeHash }',
      ),
      change(
        'proof/proof.ts',
        'const [sums] = latest',
        `if (member.id === '${house.members.lea.user.id}') {
    const { tiles } = tree;
    tree.tiles = async (level, number) => Buffer.from(await tiles(level, number)).fill(7, 0, 1);
    const root = (await treeHash(tree.tiles, 0, tree.size)).toString('base64');
    frame.checkpoint = await log.keys.sign(log.pool, [frame.origin, tree.size, root, ''].join('\\n'));
  }
  const [sums] = latest`,
      ),
    );
    const witness = createWitness();
    expect(await askWitnesses(house.log(), [witness])).toEqual([]);
    const [forked, other] = [await house.proofOf(fork, 'lea'), await house.proofOf(fork, 'mia')];
    expect(await house.find(forked, 'lea')).toBe('nothing'); // alone
    const fraud = { format: 'florin-fraud/1', kind: 'two_roots', keys: other.keys };
    const both = { ...fraud, first: other.checkpoint, second: forked.checkpoint };
    expect(await verifyFraud(both, house.trust)).toMatchObject({ ok: true });
    const witnesses = [witness.verifierKey];
    expect(await house.find(forked, 'lea', { witnesses })).toMatch(/^witnesses: 0 of the 1/);
    const real = await house.proofOf(honest, 'lea', { since: sizeOf(forked) });
    expect(await house.find(real, 'lea', { lastCheckpoint: forked.checkpoint })).toMatch(/^consistency: There are two/);
  });

  test('an old checkpoint is found by a browser that saw a newer checkpoint, by the wallet and by the age of signatures', async () => {
    const witness = createWitness();
    expect(await askWitnesses(house.log(), [witness])).toEqual([]);
    const { checkpoint } = await house.proofOf(honest, 'ines', { witnesses: [witness] });
    await honest.stateSums(house.log());
    const newest = await house.proofOf(honest, 'ines');
    const stale = await house.load(
      change(
        'proof/proof.ts',
        'const { size, checkpoint } = cosigned && isSignedBy(cosigned.checkpoint, key) ? cosigned : head;',
        `const { size, checkpoint } = { size: ${sizeOf(before)}, checkpoint: ${JSON.stringify(checkpoint)} };`,
      ),
    );
    const proof = await house.proofOf(stale, 'ines');
    expect(await house.find(proof, 'ines', { lastCheckpoint: newest.checkpoint })).toMatch(
      /^consistency: The log has \d+ entries, fewer/,
    );
    expect(await house.find(proof, 'ines')).toMatch(/^wallet: /);
    const late: Options = {
      witnesses: [witness.verifierKey],
      maxAgeSeconds: 3_600,
      now: new Date(Date.now() + 2 * 3_600_000),
    };
    expect(await house.find(await house.proofOf(stale, 'lea'), 'lea', late)).toMatch(/^witnesses: 0 of the 1/);
  });

  test('each member finds a signature that was made with another key', async () => {
    const [log, { vault }] = [house.log(), house.florin.app.dependencies];
    const thief = await house.load(
      change(
        'log/log-keys.ts',
        'return signNote(text, key, privateKey);',
        'return signNote(text, key, generateNoteKey(key.name, key.type).privateKey);',
      ),
    );
    const keys = thief.openLogKeys({ pool: log.pool, vault, origin: '' });
    await thief.stateSums({ ...log, keys });
    const found = 'signature: The signature of ';
    for (const name of ['ines', 'jonas'] satisfies Name[])
      expect(await house.find(await house.proofOf(thief, name), name)).toContain(found);
  });

  test('a member who once saw witnesses detects missing witnesses', async () => {
    const witness = createWitness();
    expect(await askWitnesses(house.log(), [witness])).toEqual([]);
    const seenWitness: Options = { witnesses: [witness.verifierKey] };
    const request = { witnesses: [witness] };
    await honest.stateSums(house.log());
    expect(await askWitnesses(house.log(), [witness])).toEqual([]);
    expect(await house.find(await house.proofOf(honest, 'ines', request), 'ines', seenWitness)).toBe('nothing');
    const alone = await house.load(change('proof/proof.ts', 'witnessKeys.length > 0 ?', 'witnessKeys.length < 0 ?'));
    expect(await house.find(await house.proofOf(alone, 'ines', request), 'ines', seenWitness)).toMatch(
      /^witnesses: 0 of the 1/,
    );
  });
});

test('members find the faults of a changed server over HTTP', async () => {
  const more = change('sums/sum-nodes.ts', '(1 + 2 * nodeBytes, 1)', '(1 + 2 * nodeBytes, 2)');
  await house.deleteLog();
  const server = await startServerProcess(
    house.florin.database.address,
    {
      NODE_OPTIONS: `--import ${new URL('load-mutant.ts', import.meta.url).href}`,
      FLORIN_TEST_CHANGES: JSON.stringify([more]),
    },
    fileURLToPath(new URL('../../src/main.ts', import.meta.url)),
  );
  try {
    const client = server.clientOf(house.members.lea.token);
    const prove = () => client.call(endpoints.getProof, { query: {} }).catch(() => undefined);
    let proof = await prove();
    for (const until = Date.now() + 60_000; !proof && Date.now() < until; proof = await prove()) await sleep(200);
    if (!proof) throw new Error('the server did not state its sums');
    expect(await house.find(proof, 'lea')).toContain('balances: The balance in USD is not part of the sum');
  } finally {
    await server.stop();
  }
});

/** A witness outside of the house, which signs immediately. */
function createWitness() {
  const { key, privateKey } = generateNoteKey('witness.example', signatureTypes.witness);
  const sign = (body: string) => {
    const checkpoint = noteText(body.slice(body.indexOf('\n\n') + 2));
    return cosign(checkpoint, key, privateKey, BigInt(Math.floor(Date.now() / 1_000)));
  };
  return { verifierKey: verifierKey(key), addCheckpoint: async (body: string) => ({ status: 200, text: sign(body) }) };
}

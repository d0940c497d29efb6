import { endpoints } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { plainRoot } from '../../../../test/read-log.ts';
import { createTestApp, type TestApp, type TestMember } from '../../../../test/test-app.ts';
import type { Witness } from '../../../providers/witness/witness.ts';
import { followJournal } from '../log/follow-journal.ts';
import { leafHash } from '../log/digests.ts';
import { readHead, storedTiles } from '../log/log-store.ts';
import { consistencyProof, rootOfFull } from '../log/merkle.ts';
import { generateNoteKey, isSignedBy, readVerifierKey, signatureTypes, verifierKey } from '../log/signed-note.ts';
import { findMembers, type Member } from '../../identity/index.ts';
import { rotateLogKey } from '../log/replace-key.ts';
import { proofOfEntry } from '../proof/proof.ts';
import { askWitnesses, newestCosigned } from './ask-witnesses.ts';
import { isConsistent } from './is-consistent.ts';
import { createWitnessKey } from './witness-key.ts';

let house: TestApp;
let other: TestApp;
let witness: Witness;
beforeAll(async () => {
  [house, other] = await Promise.all([createTestApp(), createTestApp()]);
  const { vault } = other.app.dependencies;
  const { text } = await createWitnessKey({ pool: other.database.pool, vault }, 'other.example/witness');
  const { origin, key } = await house.client.call(endpoints.getBooks, {});
  await other.database.pool.query('insert into witnessed_logs (origin, verifier_key) values ($1, $2)', [origin, key]);
  witness = { verifierKey: text, addCheckpoint: (body) => send(body) };
});
afterAll(() => Promise.all([house.close(), other.close()]));

async function send(payload: string) {
  const { statusCode: status, payload: text } = await other.app.http.inject({
    method: 'POST',
    url: '/witness/add-checkpoint',
    payload,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
  return { status, text };
}

async function memberOf({ user }: TestMember): Promise<Member> {
  const member = (await findMembers(house.database.pool, [user.id])).get(user.id);
  if (!member) throw new Error('there is no such member');
  return member;
}

const log = () => house.app.dependencies.log;
/** Gives the log new entries, and returns its newest checkpoint. */
async function grow() {
  await house.signUpWith('1.00');
  await followJournal(log());
  const head = await readHead(log().pool);
  return { ...head, checkpoint: head.checkpoint ?? '' };
}
const request = async (old: number, head: { size: number; checkpoint: string }) => {
  const hashes = await consistencyProof(storedTiles(log().pool), old, head.size);
  return `${[`old ${old}`, ...hashes.map((hash) => hash.toString('base64'))].join('\n')}\n\n${head.checkpoint}`;
};
const expectSigned = async () => expect(await askWitnesses(log(), [witness])).toEqual([]);

describe('a witness', () => {
  test('a witness signs each checkpoint that continues the last one, and the proof has its signature', async () => {
    for (let turn = 0; turn < 3; turn++) {
      const head = await grow();
      await expectSigned();
      const cosigned = await newestCosigned(log().pool, [witness.verifierKey]);
      expect(cosigned?.size).toBe(head.size);
      const key = readVerifierKey(witness.verifierKey);
      expect(key && isSignedBy(cosigned?.checkpoint ?? '', key)).toBe(true);
    }
    await expectSigned(); // nothing new
  });

  test('a log that forgot its size at a witness continues from the size that the witness states', async () => {
    await log().pool.query('update log_witnesses set size = 0');
    await grow();
    await expectSigned();
  });

  test("a witness refuses a checkpoint that does not continue the last one, is of another log, or lacks the log's signature", async () => {
    const before = await readHead(log().pool);
    const head = await grow();
    const good = await request(before.size, head);
    const changed = (from: string | RegExp, to: string) => good.replace(from, to);
    expect((await send('nonsense')).status).toBe(400);
    expect((await send(changed(/^old \d+/, 'old 01'))).status).toBe(400);
    expect((await send(changed(/^old \d+/, `old ${head.size + 1}`))).status).toBe(400);
    expect(await send(changed(/^old \d+/, 'old 0'))).toEqual({ status: 409, text: `${before.size}\n` });
    expect((await send(changed('/log\n', '/lag\n'))).status).toBe(404);
    expect((await send(good.replaceAll(/(?<=\n— \S+ ).{20}/g, 'A'.repeat(20)))).status).toBe(403);
    expect((await send(changed(/\n[\w+/]{43}=\n/, '\n'))).status).toBe(422);
    expect((await send(good)).status).toBe(200);
  });

  test('a witness refuses a size above 2^53, because numbers above it are not exact', async () => {
    const head = await grow();
    const huge = await log().keys.sign(
      log().pool,
      head.checkpoint.replace(/\n\n[^]*/, '\n').replace(`\n${head.size}\n`, '\n9007199254740993\n'),
    );
    const answer = await send(`old ${head.size}\n\n${huge}`);
    expect(answer).toEqual({ status: 400, text: 'malformed request\n' });
    await expectSigned();
  });

  test('a witness key is rejected if its name looks like another name', () => {
    const keyOf = (name: string) => readVerifierKey(verifierKey(generateNoteKey(name, signatureTypes.witness).key));
    expect(keyOf('florin.example/witness')?.name).toBe('florin.example/witness');
    expect(keyOf('fl\u043Erin.example/witness')).toBeUndefined();
    expect(keyOf('florin.example\u200B/witness')).toBeUndefined();
  });

  test('a witness signs only one of two requests that come at the same moment from the same size', async () => {
    const before = await readHead(log().pool);
    const [one, two] = [await grow(), await grow()];
    const requests = await Promise.all([request(before.size, one), request(before.size, two)]);
    const statuses = (await Promise.all(requests.map((each) => send(each)))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    await expectSigned();
  });

  test('a failing witness is asked again after pauses that double up to five minutes, and end when it signs', async () => {
    await grow();
    const asked: string[] = [];
    const failing: Witness = {
      verifierKey: witness.verifierKey,
      addCheckpoint: async (body) => {
        asked.push(body);
        return { status: 503, text: 'busy\n' };
      },
    };
    const ask = async () => {
      const before = asked.length;
      const failures = await askWitnesses(log(), [failing]);
      expect(failures).toHaveLength(asked.length - before);
      return failures.length;
    };
    const endPause = () => log().pool.query('update log_witness_failures set due_at = now()');
    /** Asks after this many seconds of failures. Returns the next pause and its growth, in seconds. */
    const pauseAfter = async (seconds: number) => {
      await log().pool.query(
        'update log_witness_failures set failing_since = now() - make_interval(secs => $1), due_at = now()',
        [seconds],
      );
      expect(await ask()).toBe(1);
      await log().pool.query(`update log_witness_failures set due_at = due_at + interval '1 hour'`);
      expect(await ask()).toBe(0);
      const { rows } = await log().pool.query<{ pause: number; more: number }>(
        `select extract(epoch from due_at - interval '1 hour' - asked_at)::float8 as pause,
                extract(epoch from due_at - interval '1 hour' - asked_at - (asked_at - failing_since))::float8 as more
         from log_witness_failures`,
      );
      return rows[0];
    };
    expect(await ask()).toBe(1);
    expect(await pauseAfter(0)).toMatchObject({ more: 4 });
    expect(await pauseAfter(15)).toMatchObject({ more: 4 });
    expect(await pauseAfter(900)).toMatchObject({ pause: 299 });
    await endPause();
    await expectSigned();
    await grow();
    expect(await ask()).toBe(1);
    await endPause();
    await expectSigned();
  });

  test('proofs leave out the signature of a witness under an ended key of the log', async () => {
    const ines = await house.signUpWith('1.00');
    await followJournal(log());
    await expectSigned();
    const witnessed = { ...house.app.dependencies, witnesses: [witness], witnessesNeeded: 1 };
    const entry =
      (await log().pool.query<{ id: bigint }>('select max(id) as id from own_books.entries')).rows[0]?.id ?? 0n;
    const member = await memberOf(ines);
    const prove = () => proofOfEntry(witnessed, member, entry, undefined);
    expect((await prove()).checkpoint).toContain('other.example/witness');
    await rotateLogKey({ ownerPool: house.database.ownerPool, vault: house.app.dependencies.vault });
    expect((await prove()).checkpoint).not.toContain('other.example/witness');
  });

  test('a server has no witness key and knows no log before it is asked to witness one', async () => {
    const { statusCode } = await house.app.http.inject({
      method: 'POST',
      url: '/witness/add-checkpoint',
      payload: 'old 0\n\n',
    });
    expect(statusCode).toBe(404);
  });
});

describe('a consistency proof', () => {
  const entries = Array.from({ length: 40 }, (_, nth) => Buffer.from(`entry ${nth}`));
  const tiles = async (level: number, number: number) =>
    level === 0 ? Buffer.concat(entries.slice(number * 256).map((entry) => leafHash(entry))) : Buffer.alloc(0);

  test('a consistency proof holds for each pair of sizes, and fails for another root', async () => {
    const heads = entries.map((_, nth) => ({ size: nth + 1, root: plainRoot(entries.slice(0, nth + 1)) }));
    for (const second of heads)
      for (const first of heads.slice(0, second.size)) {
        const hashes = await consistencyProof(tiles, first.size, second.size);
        expect(isConsistent(first, second, hashes)).toBe(true);
        const wrong = { ...first, root: rootOfFull(Buffer.concat([first.root, first.root])) };
        expect(isConsistent(wrong, second, hashes)).toBe(false);
        expect(isConsistent(first, second, [...hashes, first.root])).toBe(false);
      }
  });
});

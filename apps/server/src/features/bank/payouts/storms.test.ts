import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints, type PaymentBatch } from '@florin/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPayoutRoom, type PayoutRoom } from '../../../../test/payout-room.ts';
import { markSent, withdrawalsByFile } from '../../funding/index.ts';
import { writeApproved } from './write-batch.ts';

let room: PayoutRoom;
beforeAll(async () => {
  room = await openPayoutRoom('EUR');
});
afterAll(() => room.close());

const goOn = () => writeApproved(room.florin.app.dependencies);
const outbox = () => path.join(room.folder, 'outbox');
const query = (text: string, values: unknown[]) => room.florin.database.ownerPool.query(text, values);
const download = async ({ id }: PaymentBatch) => {
  const url = `/api/operations/payouts/batches/${id}/file`;
  const headers = { authorization: `Bearer ${room.olu.token}` };
  return (await room.florin.app.http.inject({ method: 'GET', url, headers })).rawPayload;
};
const acts = async (did: string, { number }: PaymentBatch) => {
  const listed = await room.olu.client.call(endpoints.listOperatorActs, { query: {} });
  return listed.filter((act) => act.did === did && act.on.includes(`batch ${number}`)).length;
};

describe('a payment batch', () => {
  test('a payment batch that two operators approve at the same moment has one file and one approval', async () => {
    const batch = await room.make([await room.withdrawal('5.00')]);
    const eve = await room.florin.signUp('Eve');
    await query(`update users set role = 'operator' where id = $1`, [eve.user.id]);
    const tries = await Promise.allSettled([room.amara, eve, room.amara, eve].map((by) => room.approve(batch, by)));
    expect(tries.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await acts('Approved payment batch', batch)).toBe(1);
    expect(room.contentOf(batch).equals(await download(batch))).toBe(true);
  });

  test('a payment batch that is marked as given several times is given once', async () => {
    const batch = await room.approve(await room.make([await room.withdrawal('5.00')]));
    await Promise.all([1, 2, 3].map(() => room.markSent(batch)));
    expect(await acts('Sent payment batch', batch)).toBe(1);
  });

  test('a payment batch is finished after a node stopped while it sent the withdrawals', async () => {
    const [first, second] = [await room.withdrawal('5.00'), await room.withdrawal('6.00')];
    const batch = await room.make([first, second]);
    await query(
      `update payment_batches set state = 'approved', decided_by = $2, decided_at = now() - interval '1 minute' where id = $1`,
      [batch.id, room.amara.user.id],
    );
    const { dependencies } = room.florin.app;
    const [order] = await withdrawalsByFile(dependencies, { callBackSeconds: 0 });
    if (order) await markSent(dependencies, order);
    await Promise.all([goOn(), goOn(), goOn()]);
    expect(await room.batchNow(batch)).toMatchObject({ state: 'written', count: 2 });
    expect(room.linesIn(batch)).toHaveLength(2);
  });
});

describe('the outbox', () => {
  test('the outbox gets the file later if it was not writable, and never again after the file was taken away', async () => {
    const batch = await room.make([await room.withdrawal('5.00')]);
    const away = `${outbox()}-away`;
    mkdirSync(outbox(), { recursive: true });
    renameSync(outbox(), away);
    writeFileSync(outbox(), 'a file in place of the folder');
    expect(await room.approve(batch)).toMatchObject({ state: 'written' });
    const content = await download(batch);
    expect(content.length).toBeGreaterThan(100);
    await goOn();
    rmSync(outbox());
    renameSync(away, outbox());
    await Promise.all([goOn(), goOn(), goOn(), goOn()]);
    expect(room.contentOf(batch).equals(content)).toBe(true);
    rmSync(room.outboxFile(batch));
    await goOn();
    expect(readdirSync(outbox())).not.toContain(batch.file_name);
  });

  test('the outbox gets the file that a stopped node had written but not yet renamed', async () => {
    const batch = await room.approve(await room.make([await room.withdrawal('5.00')]));
    renameSync(room.outboxFile(batch), `${room.outboxFile(batch)}.part`);
    await Promise.all([goOn(), goOn(), goOn(), goOn()]);
    expect(room.contentOf(batch).equals(await download(batch))).toBe(true);
  });

  test('the outbox gets the whole file if a node stopped while writing it', async () => {
    const batch = await room.approve(await room.make([await room.withdrawal('5.00')]));
    rmSync(room.outboxFile(batch));
    writeFileSync(`${room.outboxFile(batch)}.part`, '<?xml');
    await query('update payment_batches set in_outbox_at = null where id = $1', [batch.id]);
    await Promise.all([goOn(), goOn()]);
    expect(room.contentOf(batch).equals(await download(batch))).toBe(true);
  });

  test('the outbox does not get a file that an operator downloaded for the bank', async () => {
    const batch = await room.approve(await room.make([await room.withdrawal('5.00')]));
    renameSync(room.outboxFile(batch), `${room.outboxFile(batch)}.part`);
    await room.markSent(batch);
    await goOn();
    expect(readdirSync(outbox()).filter((name) => name.startsWith(batch.file_name))).toEqual([]);
  });

  test('the outbox leaves files of others alone', async () => {
    writeFileSync(path.join(outbox(), 'batch-1-other.xml.part'), 'theirs');
    writeFileSync(path.join(outbox(), 'notes.txt'), 'theirs');
    await goOn();
    expect(readdirSync(outbox())).toEqual(expect.arrayContaining(['batch-1-other.xml.part', 'notes.txt']));
  });
});

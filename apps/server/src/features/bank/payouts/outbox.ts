import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Pool } from '../../../platform/database/pool.ts';
import { transact } from '../../../platform/database/transact.ts';
import type { Vault } from '../../../platform/vault.ts';
import { filePurpose, type Batch } from './batch-store.ts';
import { fileName } from './schemes.ts';

type Dependencies = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly logger: Logger;
  /** FLORIN_BANK_DIR */
  readonly bankDir: string | undefined;
};

/**
 * Puts the files of written batches into the outbox, each file once. A program that takes a file away must not find the
 * same file again. After a disk error, the next run tries again; operators can download the file meanwhile.
 */
export async function fillOutbox(dependencies: Dependencies): Promise<void> {
  const { pool, bankDir, logger } = dependencies;
  if (bankDir === undefined) return;
  const outbox = path.join(bankDir, 'outbox');
  try {
    const { rows } = await pool.query<{ id: string }>(
      `select id from payment_batches where state = 'written' and in_outbox_at is null order by number`,
    );
    for (const { id } of rows) await putAside(dependencies, outbox, id);
    await showFinished(pool, outbox);
  } catch (error) {
    logger.error({ err: error }, 'a payment file cannot be put into the outbox; download it instead');
  }
}

/**
 * Writes a file under a name that ends with `.part`, and then records that the file exists. The row's lock keeps other
 * nodes from writing the file at the same time. If a node stops here, the file is complete or is written again.
 */
async function putAside({ pool, vault }: Dependencies, outbox: string, id: string): Promise<void> {
  await transact(pool, async (tx) => {
    const { rows } = await tx.query<Pick<Batch, 'number' | 'account' | 'scheme' | 'content'>>(
      `select number, account, scheme, content from payment_batches
       where id = $1 and state = 'written' and in_outbox_at is null for update`,
      [id],
    );
    const [batch] = rows;
    if (!batch?.content) return; // another node was first
    await mkdir(outbox, { recursive: true });
    await writeWhole(path.join(outbox, `${fileName(batch)}.part`), vault.decryptOwn(filePurpose, batch.content));
    await tx.query('update payment_batches set in_outbox_at = now() where id = $1', [id]);
  });
}

async function writeWhole(file: string, content: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Gives finished files their names. The renaming happens once, even if a node stops before the renaming or several
 * nodes do it.
 */
async function showFinished(pool: Pool, outbox: string): Promise<void> {
  const parts = new Map((await namesIn(outbox)).flatMap((name) => numberOf(name)));
  if (parts.size === 0) return;
  const { rows } = await pool.query<Pick<Batch, 'number' | 'state' | 'account' | 'scheme'>>(
    'select number, state, account, scheme from payment_batches where number = any ($1) and in_outbox_at is not null',
    [[...parts.keys()]],
  );
  for (const batch of rows) {
    const name = parts.get(batch.number);
    if (name !== `${fileName(batch)}.part`) continue;
    const part = path.join(outbox, name);
    // The bank has a downloaded copy already and must not get a second copy.
    if (batch.state === 'sent') await rm(part, { force: true });
    else await rename(part, path.join(outbox, fileName(batch))).catch(unlessMissing); // another node was first
  }
}

const numberOf = (name: string): [bigint, string][] => {
  const [, number] = /^batch-(\d{1,18})-.*\.part$/.exec(name) ?? [];
  return number === undefined ? [] : [[BigInt(number), name]];
};

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    unlessMissing(error);
    return []; // nothing was put there yet
  }
}

/** Rethrows errors other than a missing file. */
function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

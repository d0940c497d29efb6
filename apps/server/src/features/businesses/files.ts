import { businessFileKinds, type BusinessFile } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import type { Download, Upload } from '../../platform/http/route.ts';
import { Refusal } from '../../platform/refusal.ts';
import { countUse, type UseLimit } from '../../platform/use-counts.ts';
import type { Vault } from '../../platform/vault.ts';
import { recordChange } from '../identity/index.ts';
import { acceptFile, arrivalTime, kindOfUpload, type Scanning } from '../kyc/index.ts';
import { assertOpen, readBusiness, type Actor, type BusinessDependencies } from './business-store.ts';
import { Readable } from 'node:stream';

const [namePurpose, contentPurpose] = ['business file name', 'business file'];

const uploadsPerDay: UseLimit = {
  use: 'business-upload',
  max: 30,
  seconds: 24 * 3_600,
  sentence: 'You uploaded 30 files today. Try again tomorrow.',
};

type Row = Omit<BusinessFile, 'name' | 'added_at'> & { readonly name: Buffer; readonly added_at: Date };

const columns = 'id, kind, name, type, bytes, added_at';

/** Returns the documents of a business, in the order of their kinds. */
export async function listFiles(vault: Vault, database: Queryable, id: string): Promise<BusinessFile[]> {
  const { rows } = await database.query<Row>(`select ${columns} from business_files where business_id = $1`, [id]);
  const files = [];
  for (const row of rows) files.push(await viewOf(vault, database, id, row));
  return files.toSorted((a, b) => businessFileKinds.indexOf(a.kind) - businessFileKinds.indexOf(b.kind));
}

async function viewOf(vault: Vault, database: Queryable, id: string, row: Row): Promise<BusinessFile> {
  const name = await vault.decrypt(database, id, namePurpose, row.name);
  return { ...row, name: name.toString(), added_at: row.added_at.toISOString() };
}

/**
 * Stores a document and replaces the earlier document of its kind. Refusals: `verification_closed`,
 * `too_many_requests`, `invalid_request`, `file_too_large`, `file_not_accepted`, `image_not_accepted`, `busy`.
 */
export async function uploadFile(
  { pool, vault, rateLimits, ...scanning }: BusinessDependencies & Scanning & { readonly rateLimits: boolean },
  { id }: Pick<Actor, 'id'>,
  receive: () => Promise<Upload>,
): Promise<BusinessFile> {
  assertOpen(await readBusiness(pool, id));
  if (rateLimits) await countUse(pool, id, uploadsPerDay);
  const arrivedAt = await arrivalTime(pool);
  const upload = await receive();
  const kind = await kindOfUpload(upload, businessFileKinds);
  const { name, type, content } = await acceptFile(kind, upload, scanning);
  return transact(pool, async (tx) => {
    assertOpen(await readBusiness(tx, id, { locked: true }));
    await recordChange(tx, [id], 'account');
    await tx.query('delete from business_files where business_id = $1 and kind = $2 and added_at <= $3', [
      id,
      kind,
      arrivedAt,
    ]);
    const fileId = uuidv7();
    const { rows } = await tx.query<Row>(
      `insert into business_files (id, business_id, kind, name, type, bytes, content, added_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (business_id, kind) do nothing returning ${columns}`,
      [
        fileId,
        id,
        kind,
        await vault.encrypt(tx, id, namePurpose, name),
        type,
        content.length,
        await vault.encrypt(tx, id, contentPurpose, content),
        arrivedAt,
      ],
    );
    const added_at = new Date(arrivedAt).toISOString();
    if (!rows[0]) return { id: fileId, kind, name, type, bytes: content.length, added_at }; // replaced already
    return viewOf(vault, tx, id, rows[0]);
  });
}

const endings: Record<BusinessFile['type'], string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};

/** Returns a document for an operator. Refusals: `file_not_found`. */
export async function openFile(vault: Vault, database: Queryable, id: string, fileId: string): Promise<Download> {
  const { rows } = await database.query<Pick<BusinessFile, 'kind' | 'type'> & { content: Buffer }>(
    'select kind, type, content from business_files where business_id::text = $1 and id::text = $2',
    [id, fileId],
  );
  const [row] = rows;
  if (!row) throw new Refusal('file_not_found', 'This file does not exist.');
  const content = await vault.decrypt(database, id, contentPurpose, row.content);
  return { stream: Readable.from([content]), filename: `${row.kind}.${endings[row.type]}` };
}

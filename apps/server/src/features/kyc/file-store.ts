import { kycFileKinds, type KycFile } from '@florin/contract';
import { uuidv7 } from 'uuidv7';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Vault } from '../../platform/vault.ts';

export type FileKind = KycFile['kind'];

export type AcceptedFile = { readonly name: string; readonly type: KycFile['type']; readonly content: Buffer };

const [namePurpose, contentPurpose] = ['kyc file name', 'kyc file'];

type Row = Omit<KycFile, 'name' | 'added_at'> & { readonly name: Buffer; readonly added_at: Date };

export type StoredFile = Omit<KycFile, 'added_at'> & { readonly addedAt: Date };

const columns = 'id, kind, name, type, bytes, added_at';

/** Returns the member's files in the order front, back, selfie. */
export async function listFiles(vault: Vault, database: Queryable, userId: string): Promise<StoredFile[]> {
  const { rows } = await database.query<Row>(`select ${columns} from kyc_files where user_id = $1`, [userId]);
  const files = [];
  for (const row of rows) files.push(await fileOf(vault, database, userId, row));
  return files.toSorted((a, b) => kycFileKinds.indexOf(a.kind) - kycFileKinds.indexOf(b.kind));
}

async function fileOf(vault: Vault, database: Queryable, userId: string, row: Row): Promise<StoredFile> {
  const { added_at: addedAt, ...rest } = row;
  return { ...rest, name: (await vault.decrypt(database, userId, namePurpose, row.name)).toString(), addedAt };
}

export const fileView = ({ addedAt, ...file }: StoredFile): KycFile => ({ ...file, added_at: addedAt.toISOString() });

/** Stores a file and deletes the earlier file of its kind. */
export async function saveFile(
  vault: Vault,
  tx: Queryable,
  userId: string,
  kind: FileKind,
  { name, type, content }: AcceptedFile,
): Promise<StoredFile> {
  await tx.query('delete from kyc_files where user_id = $1 and kind = $2', [userId, kind]);
  const { rows } = await tx.query<Row>(
    `insert into kyc_files (id, user_id, kind, name, type, bytes, content) values ($1, $2, $3, $4, $5, $6, $7)
     returning ${columns}`,
    [
      uuidv7(),
      userId,
      kind,
      await vault.encrypt(tx, userId, namePurpose, name),
      type,
      content.length,
      await vault.encrypt(tx, userId, contentPurpose, content),
    ],
  );
  if (!rows[0]) throw new Error('the insert returned no file');
  return fileOf(vault, tx, userId, rows[0]);
}

export type OpenedFile = { readonly kind: FileKind; readonly type: KycFile['type']; readonly content: Buffer };

export async function openFile(
  vault: Vault,
  database: Queryable,
  userId: string,
  id: string,
): Promise<OpenedFile | undefined> {
  const { rows } = await database.query<OpenedFile>(
    'select kind, type, content from kyc_files where user_id = $1 and id::text = $2',
    [userId, id],
  );
  const row = rows[0];
  return row && { ...row, content: await vault.decrypt(database, userId, contentPurpose, row.content) };
}

/** Deletes a file and returns whether it existed. */
export async function removeFile(tx: Queryable, userId: string, which: { id: string } | { kind: FileKind }) {
  const { rowCount } =
    'id' in which
      ? await tx.query('delete from kyc_files where user_id = $1 and id::text = $2', [userId, which.id])
      : await tx.query('delete from kyc_files where user_id = $1 and kind = $2', [userId, which.kind]);
  return rowCount === 1;
}

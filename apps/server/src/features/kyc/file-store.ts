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

/**
 * Returns the time at which a file arrives, by the database's clock. Of two files of a kind, the file that arrived last
 * stays, even if the other file took longer to scan and redraw.
 */
export async function arrivalTime(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ at: string }>(`select to_json(clock_timestamp()) #>> '{}' as at`);
  return rows[0]?.at ?? '';
}

/** Stores a file and deletes the earlier file of its kind. If a later file exists, the later file stays instead. */
export async function saveFile(
  vault: Vault,
  tx: Queryable,
  userId: string,
  kind: FileKind,
  { name, type, content, arrivedAt }: AcceptedFile & { readonly arrivedAt: string },
): Promise<StoredFile> {
  await tx.query('delete from kyc_files where user_id = $1 and kind = $2 and added_at <= $3', [
    userId,
    kind,
    arrivedAt,
  ]);
  const id = uuidv7();
  const { rows } = await tx.query<Row>(
    `insert into kyc_files (id, user_id, kind, name, type, bytes, content, added_at) values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (user_id, kind) do nothing returning ${columns}`,
    [
      id,
      userId,
      kind,
      await vault.encrypt(tx, userId, namePurpose, name),
      type,
      content.length,
      await vault.encrypt(tx, userId, contentPurpose, content),
      arrivedAt,
    ],
  );
  if (!rows[0]) return { id, kind, name, type, bytes: content.length, addedAt: new Date(arrivedAt) }; // replaced already
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

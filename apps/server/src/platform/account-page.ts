import type { Queryable } from './database/pool.ts';

/** A page of the web app in a member's own account. */
export type AccountPage = {
  readonly publicUrl: string;
  readonly memberId: string;
  /** `/transactions?id=…` */
  readonly path: string;
};

/** Returns the path of a page in a member's account: `/b/<handle>/…` for a business. All links into accounts use it. */
export async function accountPath(database: Queryable, memberId: string, path: string): Promise<string> {
  const { rows } = await database.query<{ handle: string }>('select handle from business_handles where id = $1', [
    memberId,
  ]);
  return rows[0] ? `/b/${rows[0].handle}${path}` : path;
}

export const accountUrl = async (database: Queryable, { publicUrl, memberId, path }: AccountPage): Promise<string> =>
  publicUrl + (await accountPath(database, memberId, path));

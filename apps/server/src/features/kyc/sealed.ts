import { kycForm, kycItems } from '@florin/contract';
import * as z from 'zod/mini';
import type { Queryable } from '../../platform/database/pool.ts';
import type { Vault } from '../../platform/vault.ts';

/** The values stored as encrypted JSON: the purpose of the encryption and the shape. */
const kinds = {
  form: { purpose: 'kyc form', shape: z.partial(kycForm) },
  reasons: {
    purpose: 'kyc reasons',
    shape: z.array(z.object({ item: z.enum(kycItems), reason: z.string() })),
  },
  notes: { purpose: 'kyc notes', shape: z.array(z.string()) },
  newName: { purpose: 'kyc new name', shape: z.string() },
} as const;

type Kinds = typeof kinds;
type Sealed<Kind extends keyof Kinds> = z.infer<Kinds[Kind]['shape']>;

export const seal = <Kind extends keyof Kinds>(
  vault: Vault,
  database: Queryable,
  userId: string,
  kind: Kind,
  value: Readonly<Sealed<Kind>>,
): Promise<Buffer> => vault.seal(database, userId, kinds[kind].purpose, JSON.stringify(value));

export const openForm = (...from: DecryptArguments) => open(kinds.form, ...from);
export const openReasons = (...from: DecryptArguments) => open(kinds.reasons, ...from);
export const openNotes = (...from: DecryptArguments) => open(kinds.notes, ...from);
export const openNewName = (...from: DecryptArguments) => open(kinds.newName, ...from);

type DecryptArguments = [vault: Vault, database: Queryable, userId: string, sealed: Buffer];

async function open<Shape extends z.ZodMiniType>(
  { purpose, shape }: { purpose: string; shape: Shape },
  ...[vault, database, userId, sealed]: DecryptArguments
): Promise<z.output<Shape>> {
  return z.parse(shape, JSON.parse((await vault.open(database, userId, purpose, sealed)).toString()));
}

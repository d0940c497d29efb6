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
type ValueOf<Kind extends keyof Kinds> = z.infer<Kinds[Kind]['shape']>;

export const encrypt = <Kind extends keyof Kinds>(
  vault: Vault,
  database: Queryable,
  userId: string,
  kind: Kind,
  value: Readonly<ValueOf<Kind>>,
): Promise<Buffer> => vault.encrypt(database, userId, kinds[kind].purpose, JSON.stringify(value));

export const decryptForm = (...from: DecryptArguments) => decrypt(kinds.form, ...from);
export const decryptReasons = (...from: DecryptArguments) => decrypt(kinds.reasons, ...from);
export const decryptNotes = (...from: DecryptArguments) => decrypt(kinds.notes, ...from);
export const decryptNewName = (...from: DecryptArguments) => decrypt(kinds.newName, ...from);

type DecryptArguments = [vault: Vault, database: Queryable, userId: string, encrypted: Buffer];

async function decrypt<Shape extends z.ZodMiniType>(
  { purpose, shape }: { purpose: string; shape: Shape },
  ...[vault, database, userId, encrypted]: DecryptArguments
): Promise<z.output<Shape>> {
  return z.parse(shape, JSON.parse((await vault.decrypt(database, userId, purpose, encrypted)).toString()));
}

import type { KeyScope } from '@florin/contract';
import type { Queryable } from '../../platform/database/pool.ts';
import type { SignedIn } from '../identity/index.ts';
import { queueMail, shortSenderOf } from '../mail/index.ts';

type Made = { readonly name: string; readonly scopes: readonly KeyScope[]; readonly publicUrl: string };

/** Mails the party that a key was made, in the caller's transaction. */
export async function mailNewKey(
  tx: Queryable,
  { id, email, acts }: SignedIn,
  { name, scopes, publicUrl }: Made,
): Promise<void> {
  const maker = acts ? shortSenderOf(acts.person) : 'A person who is signed in to your account';
  await queueMail(tx, {
    to: email,
    subject: 'An API key was made for your account',
    body: [
      `${maker} made the API key "${name}". Programs that have it can act for your {{brand}} account: ${scopes.join(', ')}.`,
      'If you did not expect this, revoke the key on the developers page and change your password.',
    ].join('\n\n'),
    link: { publicUrl, memberId: id, path: '/developers' },
    button: 'See the API keys',
  });
}

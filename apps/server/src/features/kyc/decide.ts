import type { Queryable } from '../../platform/database/pool.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import type { Vault } from '../../platform/vault.ts';
import { raiseLevel, renameVerified, recordChange } from '../identity/index.ts';
import { queueMail, type Mail } from '../mail/index.ts';
import { keepDecision, keepNewName, type Decision } from './case-store.ts';
import { rememberDocument } from './documents.ts';
import type { KycCase } from './kyc-case.ts';

export type Deciding = { readonly vault: Vault; readonly publicUrl: string; readonly digestOf: KeyedDigest };

/** Ends a submission one way or another, and tells the member. Refusals: `case_decided`. */
export async function decide(
  { vault, publicUrl, digestOf }: Deciding,
  tx: Queryable,
  kycCase: KycCase,
  decision: Decision,
): Promise<void> {
  const { userId, round, email, newName } = kycCase;
  await keepDecision(vault, tx, kycCase, decision);
  if (decision.outcome === 'verified') {
    await raiseLevel(tx, userId, 2);
    if (newName) await renameVerified(tx, userId, newName.name);
  }
  if (newName && decision.outcome !== 'needs_more') await keepNewName(vault, tx, userId, undefined);
  const { id_number: number } = kycCase.form;
  if (decision.outcome !== 'needs_more' && number !== undefined)
    await rememberDocument(tx, digestOf, { userId, number, outcome: decision.outcome });
  await queueMail(tx, {
    ...(newName ? lettersAboutName : letters)[decision.outcome],
    to: email,
    link: `${publicUrl}/kyc`,
    button: 'Open your verification',
    once: `kyc ${userId} ${round}`,
  });
  for (const topic of ['account', 'notifications'] as const) await recordChange(tx, [userId], topic);
}

/** The reasons may be personal, and a mail is a postcard: they are read after signing in. */
const letters: Record<Decision['outcome'], Pick<Mail, 'subject' | 'body'>> = {
  verified: {
    subject: 'Your identity is verified',
    body: 'Thank you: your identity is verified, and your limits are higher from now on.\n\nYour limits:',
  },
  needs_more: {
    subject: 'Your verification needs another look',
    body: 'We could not finish your verification with what we have. What is missing, and where to add it:',
  },
  denied: {
    subject: 'We could not verify your identity',
    body: 'We could not verify your identity. Your account and your money are as they were, with the same limits.\n\nThe reason, and when you may begin again:',
  },
};

/** Neither name is in the mail: the member reads it after signing in. */
const lettersAboutName: typeof letters = {
  verified: {
    subject: 'Your new name is verified',
    body: 'Thank you: your new name is verified, and your account has it from now on. Your limits are as they were.\n\nYour verification:',
  },
  needs_more: {
    subject: 'The check of your new name needs another look',
    body: 'We could not finish the check of your new name with what we have. Until it is finished your account keeps its verified name and its limits.\n\nWhat is missing, and where to add it:',
  },
  denied: {
    subject: 'We could not verify your new name',
    body: 'We could not verify your new name. Your account keeps its verified name and its limits.\n\nThe reason:',
  },
};

import type { Queryable } from '../../platform/database/pool.ts';
import type { KeyedDigest } from '../../platform/keyed-digest.ts';
import type { Vault } from '../../platform/vault.ts';
import { raiseLevel, renameVerified, recordChange } from '../identity/index.ts';
import { queueMail, type Mail } from '../mail/index.ts';
import { endNewName, insertDecision, type Decision } from './case-store.ts';
import { rememberDocument } from './documents.ts';
import type { KycCase } from './kyc-case.ts';

export type Deciding = { readonly vault: Vault; readonly publicUrl: string; readonly digestOf: KeyedDigest };

/** Records the decision about a submission and notifies the member. Refusals: `case_decided`. */
export async function decide(
  { vault, publicUrl, digestOf }: Deciding,
  tx: Queryable,
  kycCase: KycCase,
  decision: Decision,
): Promise<void> {
  const { userId, round, email, newName } = kycCase;
  await insertDecision(vault, tx, kycCase, decision);
  if (decision.outcome === 'verified') {
    await raiseLevel(tx, userId, 2);
    if (newName) await renameVerified(tx, userId, newName.name);
  }
  if (newName && decision.outcome !== 'needs_more')
    await endNewName(tx, userId, decision.outcome === 'verified' ? 'verified' : 'dropped');
  const { id_number: number } = kycCase.form;
  if (decision.outcome !== 'needs_more' && number !== undefined)
    await rememberDocument(tx, digestOf, { userId, number, outcome: decision.outcome });
  await queueMail(tx, {
    ...(newName ? nameDecisionMails : decisionMails)[decision.outcome],
    to: email,
    link: { publicUrl, memberId: userId, path: '/kyc' },
    button: 'Open your verification',
    once: `kyc ${userId} ${round}`,
  });
  for (const topic of ['account', 'notifications'] as const) await recordChange(tx, [userId], topic);
}

/** The mails leave out the reasons, which may be personal. The member reads the reasons after signing in. */
const decisionMails: Record<Decision['outcome'], Pick<Mail, 'subject' | 'body'>> = {
  verified: {
    subject: 'Your identity is verified',
    body: 'Your identity is verified. You now have higher limits.\n\nSee your limits:',
  },
  needs_more: {
    subject: 'Your verification needs more information',
    body: 'We could not finish your verification because something is missing.\n\nSee what is missing and add it:',
  },
  denied: {
    subject: 'We could not verify your identity',
    body: 'We could not verify your identity. Your account, your money and your limits stay the same.\n\nSee the reason and when you can try again:',
  },
};

/** The mails contain neither name. The member reads the names after signing in. */
const nameDecisionMails: typeof decisionMails = {
  verified: {
    subject: 'Your new name is verified',
    body: 'Your new name is verified, and your account now shows it. Your limits stay the same.\n\nSee your verification:',
  },
  needs_more: {
    subject: 'Your new name needs more information',
    body: 'We could not verify your new name yet because something is missing. Until then, your account keeps its verified name and its limits.\n\nSee what is missing and add it:',
  },
  denied: {
    subject: 'We could not verify your new name',
    body: 'We could not verify your new name. Your account keeps its verified name and its limits.\n\nSee the reason:',
  },
};

import type { Logger } from 'pino';
import { kycForm } from '@florin/contract';
import * as z from 'zod/mini';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { IdentityAnswer, IdentityCheck } from '../../providers/identity-check/identity-check.ts';
import {
  claimDue,
  lockCase,
  readCase,
  scheduleCheck,
  sendToReview,
  type Decision,
  type DueCase,
} from './case-store.ts';
import { decide, type Deciding } from './decide.ts';
import { documentVerdict } from './documents.ts';
import type { KycCase } from './kyc-case.ts';

/** Compares a name with sanctions lists. */
type Screening = {
  readonly screen: (name: string, birthDate?: string) => readonly { readonly list: string; readonly name: string }[];
};
type Answering = Deciding & { readonly pool: Pool; readonly screening: Screening };
type Dependencies = Answering & { readonly identityCheck: IdentityCheck; readonly logger: Logger };

const intervalSeconds = 1;
/** The lease is longer than one answer takes, so another node claims a case only after the first node stopped. */
const leaseSeconds = 60;

/** Schedules the automatic identity checks. */
export const scheduleKycChecks = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'check-kyc-cases', intervalSeconds, () => checkCases(dependencies));

/** Asks the identity check about each due case and applies the answer. Each case is handled once across all nodes. */
export async function checkCases(dependencies: Dependencies): Promise<void> {
  const { pool, vault, identityCheck, logger } = dependencies;
  for (const due of await claimDue(pool, leaseSeconds)) {
    try {
      const kycCase = await readCase(vault, pool, due.userId);
      if (!waitsForAnswer(kycCase, due)) continue;
      const { state, form, askedFor } = kycCase;
      const answer = await identityCheck.decide({
        reference: `${due.userId} ${due.round}`,
        submittedAt: state.submittedAt,
        form: z.parse(kycForm, form),
        askedFor: askedFor.map(({ item }) => item),
      });
      await takeAnswer(dependencies, due, answer);
    } catch (error) {
      logger.error({ err: error, member: due.userId }, 'cannot complete an identity check; retrying');
    }
  }
}

/** Applies the answer of the identity check to a submission, unless the submission is already decided. */
export async function takeAnswer(dependencies: Answering, due: DueCase, answer: IdentityAnswer): Promise<void> {
  const { pool, vault } = dependencies;
  await transact(pool, async (tx) => {
    await lockCase(tx, due.userId);
    const kycCase = await readCase(vault, tx, due.userId);
    if (!waitsForAnswer(kycCase, due)) return;
    const findings = [
      ...(await notesOf(dependencies, tx, kycCase, answer)),
      ...listingNotes(dependencies, kycCase, answer),
    ];
    if (answer.outcome === 'pending') await scheduleCheck(tx, due.userId, intervalSeconds);
    else if (answer.outcome === 'review') await sendToReview(vault, tx, due.userId, [...answer.notes, ...findings]);
    else if (answer.outcome === 'verified' && findings.length > 0) await sendToReview(vault, tx, due.userId, findings);
    else await decide(dependencies, tx, kycCase, { outcome: answer.outcome, reasons: reasonsOf(answer), by: null });
  });
}

/** Returns notes for the operator about a document that is verified elsewhere or was denied before. */
async function notesOf(
  { digestOf }: Answering,
  tx: Queryable,
  { userId, form: { id_number: number } }: KycCase,
  { outcome }: IdentityAnswer,
): Promise<string[]> {
  if (number === undefined || (outcome !== 'verified' && outcome !== 'review')) return [];
  const verdict = await documentVerdict(tx, digestOf, { userId, number });
  return verdict ? [documentNotes[verdict]] : [];
}

/** Returns notes for the operator about similar names on sanctions lists. An operator then decides. */
function listingNotes({ screening }: Answering, { form }: KycCase, { outcome }: IdentityAnswer): string[] {
  if (outcome !== 'verified' && outcome !== 'review') return [];
  const name = [form.first_name, form.last_name].join(' ').trim();
  const hits = name === '' ? [] : screening.screen(name, form.date_of_birth);
  return hits.map((hit) => `The name is similar to “${hit.name}” on the sanctions list ${hit.list}.`);
}

const documentNotes = {
  'verified elsewhere': 'Another open account is verified with this document number.',
  'denied before': 'A document with this number was denied in the last 30 days.',
} as const;

type Waiting = KycCase & { readonly state: { readonly status: 'pending'; readonly submittedAt: Date } };

const waitsForAnswer = (kycCase: KycCase, { round }: DueCase): kycCase is Waiting =>
  kycCase.round === round && kycCase.state.status === 'pending' && kycCase.state.waitsFor === 'check';

function reasonsOf(answer: Exclude<IdentityAnswer, { outcome: 'pending' | 'review' }>): Decision['reasons'] {
  if (answer.outcome === 'needs_more') return answer.reasons;
  return answer.outcome === 'denied' ? [{ item: 'personal', reason: answer.reason }] : [];
}

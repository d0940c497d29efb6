import type { Logger } from 'pino';
import { kycForm } from '@florin/contract';
import * as z from 'zod/mini';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { recurringJob } from '../../platform/recurring-job.ts';
import type { IdentityAnswer, IdentityCheck } from '../../providers/identity-check/identity-check.ts';
import { askAgain, claimDue, leaveToPerson, lockCase, readCase, type Decision, type DueCase } from './case-store.ts';
import { decide, type Deciding } from './decide.ts';
import { documentVerdict } from './documents.ts';
import type { KycCase } from './kyc-case.ts';

type Answering = Deciding & { readonly pool: Pool };
type Dependencies = Answering & { readonly identityCheck: IdentityCheck; readonly logger: Logger };

const everySeconds = 1;
/** Longer than an answer can take: a case is taken up by another node only when its own is gone. */
const leaseSeconds = 60;

/** Asks the identity check about what was submitted, again and again. */
export const scheduleKycChecks = (dependencies: Dependencies) =>
  recurringJob(dependencies, 'check-kyc-cases', everySeconds, () => checkCases(dependencies));

/** Takes each case that is due to its answer, once on however many nodes. */
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
      logger.error({ err: error, member: due.userId }, 'an identity check is stuck; it is tried again');
    }
  }
}

/** Does what the identity check says of a submission, unless that has its answer already. */
export async function takeAnswer(dependencies: Answering, due: DueCase, answer: IdentityAnswer): Promise<void> {
  const { pool, vault } = dependencies;
  await transact(pool, async (tx) => {
    await lockCase(tx, due.userId);
    const kycCase = await readCase(vault, tx, due.userId);
    if (!waitsForAnswer(kycCase, due)) return;
    const noticed = await noticedOf(dependencies, tx, kycCase, answer);
    if (answer.outcome === 'pending') await askAgain(tx, due.userId, everySeconds);
    else if (answer.outcome === 'review') await leaveToPerson(vault, tx, due.userId, [...answer.notes, ...noticed]);
    else if (answer.outcome === 'verified' && noticed.length > 0) await leaveToPerson(vault, tx, due.userId, noticed);
    else await decide(dependencies, tx, kycCase, { outcome: answer.outcome, reasons: reasonsOf(answer), by: null });
  });
}

/** What an operator has to look at, whatever the identity check says of the submission by itself. */
async function noticedOf(
  { digestOf }: Answering,
  tx: Queryable,
  { userId, form: { id_number: number } }: KycCase,
  { outcome }: IdentityAnswer,
): Promise<string[]> {
  if (number === undefined || (outcome !== 'verified' && outcome !== 'review')) return [];
  const verdict = await documentVerdict(tx, digestOf, { userId, number });
  return verdict ? [noticed[verdict]] : [];
}

const noticed = {
  'verified elsewhere': 'Another open account is verified with a document of this number.',
  'denied before': 'A document of this number was denied in the last 30 days.',
} as const;

type Waiting = KycCase & { readonly state: { readonly status: 'pending'; readonly submittedAt: Date } };

const waitsForAnswer = (kycCase: KycCase, { round }: DueCase): kycCase is Waiting =>
  kycCase.round === round && kycCase.state.status === 'pending' && kycCase.state.waitsFor === 'check';

function reasonsOf(answer: Exclude<IdentityAnswer, { outcome: 'pending' | 'review' }>): Decision['reasons'] {
  if (answer.outcome === 'needs_more') return answer.reasons;
  return answer.outcome === 'denied' ? [{ item: 'personal', reason: answer.reason }] : [];
}

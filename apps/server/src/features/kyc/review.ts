import { kycForm, type BodyOf, type Endpoints, type KycCase as KycCaseView, type KycCaseRow } from '@florin/contract';
import * as z from 'zod/mini';
import type { Pool, Queryable } from '../../platform/database/pool.ts';
import { transact } from '../../platform/database/transact.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { KycReason } from '../../providers/identity-check/identity-check.ts';
import { recordAct, type Actor, type By } from '../audit/index.ts';
import { caseDecided, readCase } from './case-store.ts';
import { decide, type Deciding } from './decide.ts';
import { fileView, listFiles, openFile, type FileKind, type OpenedFile } from './file-store.ts';
import type { KycCase } from './kyc-case.ts';
import { noSuchFile } from './upload-file.ts';
import { isAbout } from './what-is-missing.ts';
import { lockReviewableCase, waitingCases } from './waiting-cases.ts';

type Dependencies = Deciding & { readonly pool: Pool };

/** Returns the cases in manual review, oldest first, without the operator's own case. */
export async function listCases({ pool, vault }: Dependencies, operator: Actor): Promise<KycCaseRow[]> {
  const rows = [];
  for (const id of await waitingCases(pool, idOf(operator))) {
    const kycCase = await readCase(vault, pool, id);
    if (waitsForReview(kycCase)) rows.push(rowView(kycCase));
  }
  return rows;
}

/** Returns one case with its form and files, and records the view in the audit trail. Refusals: `case_not_found`. */
export const openCase = (dependencies: Dependencies, by: By, id: string): Promise<KycCaseView> =>
  transact(dependencies.pool, async (tx) => {
    const { vault } = dependencies;
    const kycCase = await findCase(dependencies, tx, by, id);
    if (!kycCase || !waitsForReview(kycCase)) throw noSuchCase();
    const files = (await listFiles(vault, tx, kycCase.userId)).filter((file) => isAbout(file, kycCase.newName));
    await record(tx, by, kycCase, 'Opened identity check');
    return {
      ...rowView(kycCase),
      level: kycCase.level,
      form: z.parse(kycForm, kycCase.form),
      files: files.map(fileView),
      notes: [...kycCase.notes],
    };
  });

/** Returns a file of a case and records the view in the audit trail. Refusals: `file_not_found`. */
export const viewFile = (dependencies: Dependencies, by: By, id: string, fileId: string): Promise<OpenedFile> =>
  transact(dependencies.pool, async (tx) => {
    const kycCase = await findCase(dependencies, tx, by, id);
    if (!kycCase || !waitsForReview(kycCase)) throw noSuchFile();
    const file = await openFile(dependencies.vault, tx, kycCase.userId, fileId);
    if (!file) throw noSuchFile();
    await record(tx, by, kycCase, 'Opened document', fileNames[file.kind]);
    return file;
  });

const fileNames: Record<FileKind, string> = { front: 'photo page', back: 'back', selfie: 'selfie' };

type Verdict = BodyOf<Endpoints['decideKycCase']>;

/**
 * Decides a case once, based on the submission that the operator saw. Refusals: `case_not_found`, `case_decided`,
 * `invalid_request`.
 */
export async function decideCase(dependencies: Dependencies, by: By, id: string, verdict: Verdict) {
  const reasons = reasonsOf(verdict);
  await transact(dependencies.pool, async (tx) => {
    const kycCase = await findCase(dependencies, tx, by, id);
    if (kycCase && isDecided(kycCase)) throw caseDecided();
    if (!kycCase || !waitsForReview(kycCase)) throw noSuchCase();
    const { submitted_at: seen = rowView(kycCase).submitted_at } = verdict;
    if (seen !== rowView(kycCase).submitted_at) throw caseDecided(); // the member submitted again
    await decide(dependencies, tx, kycCase, { outcome: verdict.decision, reasons, by: idOf(by.operator) });
    await record(tx, by, kycCase, actNames[verdict.decision], itemNames(verdict, reasons));
  });
}

const actNames: Record<Verdict['decision'], string> = {
  verified: 'Verified identity',
  needs_more: 'Requested more',
  denied: 'Denied identity',
};

const itemNames = ({ decision }: Verdict, reasons: readonly KycReason[]) =>
  decision === 'needs_more' ? reasons.map(({ item }) => item).join(', ') : '';

function reasonsOf({ decision, reasons = [] }: Verdict): readonly KycReason[] {
  const maxReasons = { verified: 0, needs_more: 3, denied: 1 }[decision];
  const minReasons = Math.min(maxReasons, 1);
  const isOneEach = new Set(reasons.map(({ item }) => item)).size === reasons.length;
  if (reasons.length >= minReasons && reasons.length <= maxReasons && isOneEach) return reasons;
  const sentence = 'Give no reason to verify, one reason per item to request more, and one reason to deny.';
  throw new Refusal('invalid_request', sentence, { fields: { reasons: sentence } });
}

const rowView = ({ userId, name, newName, email, form, state }: Waiting): KycCaseRow => ({
  id: userId,
  name: [form.first_name, form.last_name].join(' '),
  account_name: name,
  new_name: newName?.name ?? null,
  email,
  id_type: form.id_type ?? 'passport',
  country: form.country ?? '',
  submitted_at: state.submittedAt.toISOString(),
});

/** Finds and locks a case, so views and decisions run one after another. */
async function findCase(
  { vault }: Dependencies,
  tx: Queryable,
  { operator }: By,
  id: string,
): Promise<KycCase | undefined> {
  return (await lockReviewableCase(tx, id, idOf(operator))) ? readCase(vault, tx, id) : undefined;
}

const noSuchCase = () => new Refusal('case_not_found', 'This check is not waiting for review.');

type Waiting = KycCase & { readonly state: { readonly status: 'pending'; readonly submittedAt: Date } };

const waitsForReview = (kycCase: KycCase): kycCase is Waiting =>
  !kycCase.accountClosed && kycCase.state.status === 'pending' && kycCase.state.waitsFor === 'review';

const isDecided = ({ round, state }: KycCase) => round > 0 && state.status !== 'pending';

/** Returns the operator's id; null on the command line. */
const idOf = (operator: Actor): string | null => (typeof operator === 'string' ? null : operator.id);

/** Adds a line to the audit trail. The line locks the trail until the transaction ends, so call this last. */
const record = (tx: Queryable, { operator, ip }: By, { userId }: KycCase, did: string, on = '') =>
  recordAct(tx, { operator, did, member: userId, on, ip });

import { endpoints, type User, type Wallet } from '@florin/contract';
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../client.ts';
import { ifOffered } from '../not-offered.ts';
import { serverDate, serverNow } from '../server-time.ts';
import { currentUser } from '../session.ts';
import { openChecker } from './checker.ts';
import { compareWallets } from './compare-wallets.ts';
import { seenLog, storeOutcome, storeSeenLog } from './proof-store.ts';
import type { ProofReport } from './report.ts';
import { joinWitnesses, namedWitnesses, noWitnesses, type Witnesses } from './witnesses.ts';

/** A check of the account's own proof, with the whole answer for experts. */
export type OwnProof = {
  readonly at: number;
  readonly text: string;
  readonly report: ProofReport;
  readonly witnesses: Witnesses;
  readonly ms: number;
};

/** The browser lacks a function that a check needs. */
class CannotCheck extends Error {
  override readonly name = 'CannotCheck';
}

const maxTries = 3;
/** New entries are in the log after about a second. */
const waitMs = 1_500;

/** Fetches and checks the proof. Tries again if the wallet is newer than the log. Only one window checks at a time. */
export const checkOwnProof = (queryClient: QueryClient, signal: AbortSignal): Promise<OwnProof> =>
  navigator.locks.request('florin-proof', { signal }, () => checkUntilSettled(queryClient, signal));

async function checkUntilSettled(queryClient: QueryClient, signal: AbortSignal): Promise<OwnProof> {
  const user = currentUser(queryClient);
  if (!user) throw new Error('no session');
  for (let tries = 1; ; tries++) {
    const proof = await checkOnce(user, signal);
    const { ok, failure } = proof.report;
    if (failure?.name === 'wallet' && tries < maxTries) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      continue;
    }
    if (ok) storeSeenLog({ keys: proof.report.keys, checkpoint: proof.report.note, witnesses: proof.witnesses });
    storeOutcome({ userId: user.id, at: proof.at, ok });
    return proof;
  }
}

async function checkOnce(user: User, signal: AbortSignal): Promise<OwnProof> {
  const seen = seenLog();
  const since = Number(seen?.checkpoint.split('\n')[1] ?? 0);
  const response = await ifOffered(api.open(endpoints.getProof, { query: since > 0 ? { since } : {} }, { signal }));
  const text = await response.text();
  const { wallets } = await api.call(endpoints.listWallets, {}, { signal }).then(
    (list) => ({ wallets: list }),
    () => ({ wallets: undefined }),
  );
  const checker = openChecker();
  const startedAt = performance.now();
  try {
    const witnesses = joinWitnesses(seen?.witnesses ?? noWitnesses, namedWitnesses(text));
    const options = {
      now: serverDate(),
      email: user.email,
      trustedKeys: seen?.keys,
      lastCheckpoint: seen?.checkpoint,
      witnesses: witnesses.keys,
      witnessesNeeded: witnesses.needed,
    };
    const answer = await checker.check({ kind: 'proof', text, options });
    if (answer.kind !== 'proof') throw new CannotCheck('this browser cannot check signatures');
    const ms = performance.now() - startedAt;
    return { at: serverNow(), text, report: withWallets(answer.report, wallets), witnesses, ms };
  } finally {
    checker.close();
  }
}

function withWallets(report: ProofReport, wallets: readonly Wallet[] | undefined): ProofReport {
  const step = report.ok && wallets ? compareWallets(report, wallets) : undefined;
  if (!step) return report;
  const steps = [...report.steps, step];
  return step.ok ? { ...report, steps } : { ...report, steps, ok: false, failure: step };
}

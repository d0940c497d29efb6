import { endpoints, type BodyOf, type Endpoint, type Endpoints, type ParamsOf } from '@florin/contract';
import { figuresOfStart } from './features/batch-payouts/index.ts';
import { openIdentities, type SignedIn } from './features/identity/index.ts';
import { lookUpRecipient } from './features/transfers/index.ts';
import { openLedger, openUncounted } from './ledger/index.ts';
import { dryProviders } from './dry-providers.ts';
import { figuresOf, recordEntries } from './dry-run-figures.ts';
import { moneyRoutes } from './money-routes.ts';
import { openBooks } from './open-books.ts';
import { rolledBackPool } from './platform/database/rolled-back-pool.ts';
import { sqlState, withRetry } from './platform/database/transact.ts';
import { keyBinder } from './platform/http/bind-key.ts';
import { lacksFactor, type DryCall, type DryRuns } from './platform/http/dry-run.ts';
import { Refusal } from './platform/refusal.ts';
import { semaphore } from './platform/semaphore.ts';

type Dependencies = Parameters<typeof moneyRoutes>[0];

/** Each dry run has a separate connection until it is rolled back. */
const room = {
  maxRunning: 2,
  maxWaiting: 200,
  sentence: '{{brand}} is very busy right now. Please try again in a moment.',
  retryAfterSeconds: 1,
};

const confirmed = (member: SignedIn): SignedIn => ({ ...member, factorFresh: true, passwordFresh: true });

/**
 * Makes a call with the same code as the real one, on a separate ledger, in a transaction that is rolled back
 * (docs/decisions/0097). The providers of a dry run make no calls. So no command can tell a dry run from a real one.
 */
export function openDryRuns(dependencies: Dependencies): DryRuns<SignedIn> {
  const inRoom = semaphore(room);
  return {
    confirmed,
    run: (call) => inRoom(() => runOrConfirm(dependencies, call)),
  };
}

async function runOrConfirm(dependencies: Dependencies, call: DryCall<SignedIn>) {
  const { member, needsFactor } = call;
  await countAsLookUp(dependencies, call);
  const asConfirmed = async () => ({
    ...(await runOnce(dependencies, call, confirmed(member))),
    needs_second_factor: true,
  });
  if (needsFactor) return asConfirmed();
  try {
    return { ...(await runOnce(dependencies, call, member)), needs_second_factor: false };
  } catch (error) {
    if (!lacksFactor(error)) throw error;
    return asConfirmed();
  }
}

/** The outcome of a send shows who has an account, so it counts as a look-up. Refusals: `too_many_requests`. */
async function countAsLookUp(dependencies: Dependencies, { endpoint, member, callAs }: DryCall<SignedIn>) {
  if (endpoint !== endpoints.sendMoney) return;
  const { recipient_email: email } = callAs(member).body as BodyOf<Endpoints['sendMoney']>;
  await lookUpRecipient(dependencies, member, email);
}

const startsBatch = (endpoint: Endpoint) =>
  endpoint === endpoints.startBatchPayout || endpoint === endpoints.retryBatchPayout;

const lockNotAvailable = '55P03';

function runOnce(dependencies: Dependencies, call: DryCall<SignedIn>, member: SignedIn) {
  return withRetry(() => attempt(dependencies, call, member)).catch((error: unknown) => {
    if (sqlState(error) !== lockNotAvailable) throw error;
    throw new Refusal('busy', room.sentence, { retryAfterSeconds: 1 });
  });
}

async function attempt(real: Dependencies, { endpoint, header, callAs }: DryCall<SignedIn>, member: SignedIn) {
  const [main, others] = [rolledBackPool(real.pool), (real.ledgers ?? []).map(rolledBackPool)];
  try {
    const { pool } = main;
    const ledgers = others.map((other) => other.pool);
    const { ledger, entries } = recordEntries(openLedger(pool, ledgers, openUncounted));
    const { asked, ...providers } = dryProviders(real);
    const books = openBooks({ ...real, pool, ledger, identities: openIdentities(pool) });
    const call = callAs(member);
    if (header !== undefined)
      await keyBinder(
        pool,
        endpoints.sendMoney.path,
        ledger,
      )({ actor: member.id, path: endpoint.path, header, requestHash: call.command.requestHash });
    const routes = moneyRoutes({ ...real, ...books, ...providers, pool, ledgers, ledger });
    const route = routes.find((one) => one.endpoint === endpoint);
    if (!route || !('handle' in route)) throw new Error(`moneyRoutes() does not serve ${endpoint.path}`);
    await route.handle(call, undefined);
    if (startsBatch(endpoint)) {
      const { id } = call.params as ParamsOf<Endpoints['startBatchPayout']>;
      return await figuresOfStart({ pool, ledger, policy: real.policy }, member.id, id);
    }
    return await figuresOf({ pool, ledger }, member.id, { entries, asked: asked() });
  } finally {
    await Promise.all([main, ...others].map(({ rollBack }) => rollBack()));
  }
}

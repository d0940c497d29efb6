import { endpoints } from '@florin/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { approvalRoutes } from './features/approvals/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { countUnallocatedMoney } from './features/bank/index.ts';
import { businessRoutes } from './features/businesses/index.ts';
import { configurationRoutes } from './features/configuration/index.ts';
import { contactRoutes } from './features/contacts/index.ts';
import { eventRoutes, serveSigningKeys } from './features/events/index.ts';
import { exchangeQuoter } from './features/exchange/index.ts';
import { assertNoCardNumber, receiveCardEvent } from './features/funding/index.ts';
import { firstStepsRoutes } from './features/first-steps/index.ts';
import { houseRoutes } from './features/house/index.ts';
import { payingLedger } from './features/invoices/index.ts';
import { authorizer, identityRoutes, type ClosingDependencies } from './features/identity/index.ts';
import { keyRoutes, openKeyUses } from './features/keys/index.ts';
import { countWaitingCases, kycRoutes } from './features/kyc/index.ts';
import { legalRoutes } from './features/legal/index.ts';
import { mailRoutes } from './features/mail/index.ts';
import { marketRoutes } from './features/markets/index.ts';
import { notificationRoutes } from './features/notifications/index.ts';
import { operationsRoutes } from './features/operations/index.ts';
import { textRoutes } from './features/texts/index.ts';
import { proofRoutes, serveAnchors, serveIssuer, serveLog, serveWitness } from './features/proofs/index.ts';
import { proposalRoutes } from './features/proposals/index.ts';
import { receivableRoutes } from './features/receivables/index.ts';
import { quoteRoutes } from './features/quotes/index.ts';
import { clearDust, tradeQuoters } from './features/trading/index.ts';
import { claimHeldSends } from './features/transfers/index.ts';
import { sandboxRoutes } from './features/sandbox/index.ts';
import { countWaitingHits, screeningRoutes } from './features/screening/index.ts';
import { serveDocumentCertificates, statementRoutes } from './features/statements/index.ts';
import { walletRoutes } from './features/wallets/index.ts';
import { afterPayment } from './after-payment.ts';
import { chargeSteps } from './charge-steps.ts';
import type { Providers } from './choose-providers.ts';
import type { Config } from './config.ts';
import { openDryRuns } from './dry-runs.ts';
import { moneyRoutes } from './money-routes.ts';
import { openEdge } from './open-edge.ts';
import { personalPartsOf } from './personal-parts.ts';
import { carriersOf } from './proposal-carriers.ts';
import type { Pool } from './platform/database/pool.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import { keyBinder } from './platform/http/bind-key.ts';
import { serveCspReports } from './platform/http/csp-reports.ts';
import { serveEvents } from './platform/http/serve-events.ts';
import { serveHealth } from './platform/http/health.ts';
import { mount } from './platform/http/mount.ts';
import { oneAtATime } from './platform/http/one-at-a-time.ts';
import { rateLimiter } from './platform/http/rate-limiter.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { describeInstallation } from './describe-installation.ts';
import { brandFiles, pageFigures, pageSettings, webPages } from './web-pages.ts';
import { openParts } from './open-parts.ts';
import { startJobs, startLog } from './start-jobs.ts';

/** When the server stops, clients that read a response slower than this are cut off. */
const finishWithinMs = 30_000;

export type App = Awaited<ReturnType<typeof buildApp>>;

type AppOptions = {
  readonly config: Config;
  readonly pool: Pool;
  /** The databases of further ledgers. */
  readonly ledgers?: readonly Pool[];
  readonly logger: Logger;
  readonly providers: Providers;
  /** 32 bytes that are never in the database. */
  readonly masterKey: Buffer;
  readonly isDiskShort?: () => boolean;
};

/**
 * The composition root: creates every part once and passes it to the parts that need it. Start reading here.
 *
 * @param pool connects with the application role
 */
export async function buildApp({ config, pool, ledgers, logger, providers, masterKey, isDiskShort }: AppOptions) {
  const parts = await openParts({ config, pool, ledgers, logger, providers, masterKey });
  const { dependencies, authenticate, live, pushKeys, priceStream } = parts;
  const { markets, documents, outboxKey, cards } = dependencies;
  const { configuration, legalDocuments } = describeInstallation(config, providers);
  const steps = chargeSteps(dependencies);
  const closing: Pick<ClosingDependencies, 'personalParts' | 'clearDust'> = {
    personalParts: personalPartsOf(dependencies),
    clearDust: (member, left) => clearDust(dependencies, member, left),
  };
  const money = { ...dependencies, payoutMethodWaitHours: config.payoutMethodWaitHours };
  const routes = [
    ...identityRoutes({
      ...dependencies,
      ...closing,
      authenticate,
      onEmailConfirmed: (member) => claimHeldSends(dependencies, member),
    }),
    ...mailRoutes(dependencies),
    ...textRoutes(dependencies),
    ...firstStepsRoutes(dependencies),
    ...walletRoutes(dependencies),
    ...moneyRoutes(money),
    ...receivableRoutes(dependencies),
    ...quoteRoutes({ ...exchangeQuoter(dependencies), ...tradeQuoters(dependencies) }),
    ...contactRoutes(dependencies),
    ...statementRoutes(dependencies),
    ...proofRoutes(dependencies),
    ...kycRoutes(dependencies),
    ...businessRoutes({ ...dependencies, ...closing }),
    ...approvalRoutes({
      ...dependencies,
      ledger: payingLedger(dependencies),
      afterPayment: afterPayment(dependencies),
    }),
    ...keyRoutes(dependencies),
    ...notificationRoutes({ ...dependencies, live, pushKeys }),
    ...eventRoutes(dependencies),
    ...marketRoutes({ pool, markets, priceStream }),
    ...sandboxRoutes(dependencies),
    ...configurationRoutes(configuration),
    ...legalRoutes(legalDocuments),
    ...auditRoutes(dependencies),
    ...houseRoutes(dependencies),
    ...proposalRoutes({ ...dependencies, carriers: carriersOf(dependencies) }),
    ...screeningRoutes(dependencies),
    ...operationsRoutes({
      pool,
      ledgers,
      openCases: () => countWaitingCases(pool),
      unallocatedMoney: () => countUnallocatedMoney(pool),
      waitingHits: () => countWaitingHits(pool),
    }),
  ];

  // The HTTP layer.
  const { http, admission, drain } = await openEdge(config, logger);
  const limit = config.rateLimits ? rateLimiter(pool) : undefined;
  const keyUses = openKeyUses({ pool, logger });
  const gate = {
    authenticate,
    authorize: authorizer(config.mode, keyUses),
    inspectBody: assertNoCardNumber,
    limit,
    oneAtATime: oneAtATime(pool),
    isDiskShort,
    versionOf: live.versionOf,
    bindKey: keyBinder(pool, endpoints.sendMoney.path, dependencies.ledger),
    dryRuns: openDryRuns(money),
  };
  for (const route of routes) mount(http, route, gate);
  assertAllMounted(routes.map((route) => route.endpoint));
  serveApiDocs(http);
  await serveCspReports(http);
  if (cards)
    await serveEvents(http, {
      path: '/stripe/events',
      header: 'stripe-signature',
      receive: (body, signature) => receiveCardEvent({ ...dependencies, ...steps, cards }, body, signature),
    });
  serveSigningKeys(http, dependencies.signingKeys);
  serveLog(http, pool);
  serveIssuer(http, dependencies);
  serveAnchors(http, pool);
  await serveWitness(http, dependencies);
  serveDocumentCertificates(http, pool, config.documentSigning.certificate?.certificates.slice(0, 1));
  serveHealth(http, pool, drain.isDraining);
  const demo = { available: false };
  await serveWebApp(http, {
    ...webPages,
    figures: pageFigures(config),
    files: brandFiles(config.brand),
    settings: () => pageSettings(config, { demo: demo.available, configuration }),
  });

  const jobs: { readonly stop: () => Promise<void> }[] = [];
  return {
    http: http as FastifyInstance,
    dependencies,
    /** The key in the link to /sandbox, if other machines can reach the server. */
    outboxKey,
    keyUses,
    /** Lets the login page offer the demo account. Called after the sandbox was seeded. */
    offerDemo: () => (demo.available = true),
    /** Starts the recurring jobs. Tests that run the jobs by hand do not call this function. */
    startJobs() {
      jobs.push(...startJobs(parts, config, providers, () => admission.figures().inFlight));
    },
    /** Starts the jobs of the public log, after the sandbox was seeded. */
    startLog() {
      jobs.push(...startLog(parts, providers));
    },
    /** Returns the numbers of admitted and rejected requests for the metrics. */
    admission: admission.figures,
    /** Reports not ready and closes each connection after its response, so that clients move to other nodes. */
    drain: drain.begin,
    /** Finishes the requests in progress, then stops. */
    async close() {
      drain.begin();
      await Promise.all([live.close(), priceStream.close()]);
      const timeout = setTimeout(() => http.server.closeAllConnections(), finishWithinMs);
      await http.close();
      clearTimeout(timeout);
      await documents.close();
      await keyUses.close();
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

function assertAllMounted(mounted: readonly unknown[]) {
  const missing = Object.entries(endpoints).filter(([, endpoint]) => !mounted.includes(endpoint));
  if (missing.length > 0)
    throw new Error(
      `no feature serves ${missing.map(([name]) => name).join(', ')}. Add it to the feature's routes.ts.`,
    );
}

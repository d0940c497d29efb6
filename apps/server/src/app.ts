import { endpoints } from '@florin/contract';
import { amountOf, fiatCodes } from '@florin/money';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { activityRoutes, openHistory } from './features/activity/index.ts';
import { auditRoutes } from './features/audit/index.ts';
import { contactRoutes, openContacts } from './features/contacts/index.ts';
import { exchangedMoney, exchangeQuoter, exchangeRoutes } from './features/exchange/index.ts';
import {
  addedFunds,
  assertNoCardNumber,
  bankDeposit,
  finishDeposit,
  fundingRoutes,
  scheduleBankOrders,
  scheduleChargeRecovery,
  withdrawnFunds,
} from './features/funding/index.ts';
import { firstStepsRoutes } from './features/first-steps/index.ts';
import { houseRoutes, openHouse } from './features/house/index.ts';
import {
  authenticator,
  authorizer,
  openIdentities,
  identityRoutes,
  peopleDirectory,
  scheduleExpiry,
  schedulePasswordResets,
} from './features/identity/index.ts';
import { countWaitingCases, kycRoutes, pastDenials, scheduleKycChecks } from './features/kyc/index.ts';
import { legalRoutes, readLegalDocuments } from './features/legal/index.ts';
import { mailRoutes, openMailLinks, outboxKeyOf, scheduleMails } from './features/mail/index.ts';
import { marketRoutes, openMarkets, openPriceStream, schedulePriceHistory, worthIn } from './features/markets/index.ts';
import {
  notificationRoutes,
  openLive,
  openPushKeys,
  scheduleNews,
  schedulePushes,
} from './features/notifications/index.ts';
import { planFee, planRoutes, scheduleBilling } from './features/plans/index.ts';
import { operationsRoutes } from './features/operations/index.ts';
import { scheduleTexts, textRoutes } from './features/texts/index.ts';
import { openTraces } from './features/traces/index.ts';
import { proposalRoutes, scheduleProposalExpiry } from './features/proposals/index.ts';
import { quoteRoutes } from './features/quotes/index.ts';
import { keepRequests, paidRequest, requestRoutes } from './features/requests/index.ts';
import {
  boughtCoins,
  clearDust,
  finishPurchase,
  soldCoins,
  purchasesPerMonth,
  tradeQuoters,
  tradingRoutes,
} from './features/trading/index.ts';
import {
  claimHeldSends,
  heldSend,
  scheduleHeldSends,
  scheduleInvitations,
  sentMoney,
  transferRoutes,
} from './features/transfers/index.ts';
import { openDocuments, statementRoutes } from './features/statements/index.ts';
import { openOutflows, outflow, walletRoutes } from './features/wallets/index.ts';
import type { Providers } from './choose-providers.ts';
import type { Config } from './config.ts';
import { openLedger, scheduleNewPostingsIndex, scheduleSweeps, scheduleYears } from './ledger/index.ts';
import { openEdge } from './open-edge.ts';
import { assertSameKey } from './master-key.ts';
import { personalPartsOf } from './personal-parts.ts';
import { carriersOf } from './proposal-carriers.ts';
import type { Pool } from './platform/database/pool.ts';
import { serveApiDocs } from './platform/http/api-docs.ts';
import { keyBinder } from './platform/http/bind-key.ts';
import { serveCspReports } from './platform/http/csp-reports.ts';
import { serveHealth } from './platform/http/health.ts';
import { mount } from './platform/http/mount.ts';
import { oneAtATime } from './platform/http/one-at-a-time.ts';
import { rateLimiter } from './platform/http/rate-limiter.ts';
import { openKeyedDigest } from './platform/keyed-digest.ts';
import { openVault } from './platform/vault.ts';
import { serveWebApp } from './platform/http/web-app.ts';
import { pageSettings, webPages } from './web-pages.ts';

/** The initial stock of each coin in a sandbox, in US dollars. */
const sandboxStock = amountOf('USD', 5_000_000_00n);

/** When the server stops, clients that read a response slower than this are cut off. */
const finishWithinMs = 30_000;

export type App = Awaited<ReturnType<typeof buildApp>>;

type AppOptions = {
  readonly config: Config;
  readonly pool: Pool;
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
export async function buildApp({ config, pool, logger, providers, masterKey, isDiskShort }: AppOptions) {
  const { feed, rail, rates, timing, mailer, texts, identityCheck, fileScan } = providers;
  const { mode, publicUrl, rateLimits, throttleFactor, passwordCost, emailConfirmation } = config;

  const vault = openVault(pool, masterKey, config.oldMasterKey);
  await assertSameKey(vault);
  const outboxKey = mode === 'sandbox' && config.reachable ? outboxKeyOf(masterKey) : undefined;
  const mailLinks = await openMailLinks({ pool, vault });

  // The ledger and everything that reads it.
  const ledger = openLedger(pool);
  const digestOf = openKeyedDigest({ pool, vault });
  await digestOf('start', ''); // the key is there before the first transaction needs it
  const traces = openTraces({
    ledger,
    digestOf,
    kinds: { outflow, purchases: purchasesPerMonth },
    verifications: pastDenials,
  });
  const outflows = openOutflows(pool);
  const identities = openIdentities(pool);
  const people = peopleDirectory(pool, identities);
  const contacts = openContacts({ pool, logger });
  const markets = openMarkets(feed);
  await ledger.registerAssets(fiatCodes, 2);
  await ledger.registerAssets(markets.symbols(), 8);

  const movements = [
    sentMoney,
    heldSend({ pool, ledger, rateLimits }),
    paidRequest,
    addedFunds,
    bankDeposit,
    withdrawnFunds(ledger),
    exchangedMoney,
    boughtCoins(markets.nameOf),
    soldCoins(markets.nameOf),
    planFee,
  ];
  const history = openHistory({ pool, ledger, people, movements });

  const house = openHouse({ pool, ledger, markets, sandboxStock: mode === 'sandbox' ? sandboxStock : undefined });
  const authenticate = authenticator(identities, config.mode);
  const live = openLive({ pool, logger, authenticate });
  const pushKeys = config.push ? openPushKeys({ pool, vault }) : undefined;
  const priceStream = openPriceStream({ markets, authenticate });
  const documents = openDocuments();

  // The features.
  const dependencies = {
    pool,
    logger,
    ledger,
    outflows,
    people,
    contacts,
    markets,
    house,
    history,
    documents,
    rail,
    rates,
    feed,
    fileScan,
    movements,
    worthOf: worthIn(markets),
    digestOf,
    traces,
    keepRequests,
    rateLimits,
    throttleFactor,
    passwordCost,
    emailConfirmation,
    publicUrl,
    vault,
    mode,
    letterhead: { publicUrl, supportEmail: config.supportEmail },
    mailLinks,
    outboxKey,
    textsAvailable: texts !== undefined,
  };
  const personalParts = personalPartsOf(dependencies);
  const routes = [
    ...identityRoutes({
      ...dependencies,
      authenticate,
      personalParts,
      clearDust: (member, left) => clearDust(dependencies, member, left),
      onEmailConfirmed: (member) => claimHeldSends(dependencies, member),
    }),
    ...mailRoutes(dependencies),
    ...textRoutes(dependencies),
    ...firstStepsRoutes(dependencies),
    ...walletRoutes(dependencies),
    ...fundingRoutes({ ...dependencies, payoutMethodWaitHours: config.payoutMethodWaitHours }),
    ...quoteRoutes({ ...exchangeQuoter(dependencies), ...tradeQuoters(dependencies) }),
    ...exchangeRoutes(dependencies),
    ...contactRoutes(dependencies),
    ...transferRoutes(dependencies),
    ...requestRoutes(dependencies),
    ...activityRoutes(dependencies),
    ...statementRoutes(dependencies),
    ...kycRoutes(dependencies),
    ...notificationRoutes({ ...dependencies, live, pushKeys }),
    ...marketRoutes({ pool, markets, priceStream }),
    ...tradingRoutes(dependencies),
    ...planRoutes(dependencies),
    ...legalRoutes(readLegalDocuments(config.legalDir)),
    ...auditRoutes(dependencies),
    ...houseRoutes(dependencies),
    ...proposalRoutes({ ...dependencies, carriers: carriersOf(dependencies) }),
    ...operationsRoutes({ pool, openCases: () => countWaitingCases(pool) }),
  ];

  // The HTTP layer.
  const { http, admission, drain } = await openEdge(config, logger);
  const limit = rateLimits ? rateLimiter(pool) : undefined;
  const gate = {
    authenticate,
    authorize: authorizer(mode),
    inspectBody: assertNoCardNumber,
    limit,
    oneAtATime: oneAtATime(pool),
    isDiskShort,
    versionOf: live.versionOf,
    bindKey: keyBinder(pool, endpoints.sendMoney.path),
  };
  for (const route of routes) mount(http, route, gate);
  assertAllMounted(routes.map((route) => route.endpoint));
  serveApiDocs(http);
  await serveCspReports(http);
  serveHealth(http, pool, drain.isDraining);
  const demo = { available: false };
  await serveWebApp(http, { ...webPages, settings: () => pageSettings(config, demo.available) });

  const jobs: { stop: () => Promise<void> }[] = [];
  return {
    http: http as FastifyInstance,
    dependencies,
    /** The key in the link to /sandbox, if other machines can reach the server. */
    outboxKey,
    /** Lets the login page offer the demo account. Called after the sandbox was seeded. */
    offerDemo: () => (demo.available = true),
    /** Starts the recurring jobs. Tests that run them by hand do not call this. */
    startJobs() {
      jobs.push(
        ...(feed.start ? [feed.start()] : []),
        scheduleSweeps(pool, logger),
        scheduleYears(pool, logger),
        scheduleNewPostingsIndex(pool, logger),
        schedulePriceHistory({ pool, logger, markets, past: config.pastPrices ? feed.past : undefined }),
        scheduleBankOrders({ pool, ledger, rail, logger, ...timing }),
        scheduleKycChecks({ pool, logger, vault, publicUrl, identityCheck, digestOf }),
        scheduleHeldSends({ pool, ledger, logger }),
        scheduleExpiry({ pool, logger }),
        scheduleProposalExpiry({ pool, logger }),
        schedulePasswordResets({ pool, logger, rateLimits, publicUrl }),
        scheduleBilling({ pool, ledger, logger }),
        scheduleInvitations({ pool, logger, publicUrl, rateLimits }),
        ...(config.mail ? [scheduleMails({ ...dependencies, mailer })] : []),
        ...(texts ? [scheduleTexts({ ...dependencies, texts })] : []),
        scheduleNews(dependencies),
        ...(pushKeys ? [schedulePushes({ pool, logger, pushKeys, subject: pushSubject(config) })] : []),
        scheduleChargeRecovery(
          { pool, rail, logger },
          {
            deposit: (charge) => finishDeposit(dependencies, charge),
            buy: (charge) => finishPurchase(dependencies, charge),
          },
        ),
      );
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
      await Promise.all(jobs.map((job) => job.stop()));
    },
  };
}

/** Returns the contact for browsers' push services. RFC 8292 allows web and mail addresses. */
const pushSubject = ({ publicUrl, mailFrom }: Config) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${mailFrom}`;

function assertAllMounted(mounted: readonly unknown[]) {
  const missing = Object.entries(endpoints).filter(([, endpoint]) => !mounted.includes(endpoint));
  if (missing.length > 0) throw new Error(`no feature serves ${missing.map(([name]) => name).join(', ')}`);
}

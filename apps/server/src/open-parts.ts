import { fiatCodes } from '@florin/money';
import { ScreeningListError } from '@florin/screening';
import type { Logger } from 'pino';
import { keepOperatorAccounts } from './features/bank/index.ts';
import { openSigningKeys } from './features/events/index.ts';
import { authenticator, openIdentities } from './features/identity/index.ts';
import { pastDenials, verifiedBirthDate } from './features/kyc/index.ts';
import { openMailLinks, outboxKeyOf } from './features/mail/index.ts';
import { openMarkets, openPriceStream, worthIn } from './features/markets/index.ts';
import { openLive, openPushKeys } from './features/notifications/index.ts';
import { openLog } from './features/proofs/index.ts';
import { openTraces } from './features/traces/index.ts';
import { keepRequests } from './features/requests/index.ts';
import { openNameScreening } from './features/screening/index.ts';
import { purchasesPerMonth } from './features/trading/index.ts';
import { chooseSigner, openDocuments } from './features/statements/index.ts';
import { outflow } from './features/wallets/index.ts';
import type { Providers } from './choose-providers.ts';
import { ConfigProblem, type Config } from './config.ts';
import { openLedger } from './ledger/index.ts';
import { assertSameKey } from './master-key.ts';
import { openBooks } from './open-books.ts';
import type { Pool } from './platform/database/pool.ts';
import { openKeyedDigest } from './platform/keyed-digest.ts';
import { openVault } from './platform/vault.ts';
import { timeMovers } from './time-movers.ts';

type PartsOptions = {
  readonly config: Config;
  readonly pool: Pool;
  readonly ledgers: readonly Pool[] | undefined;
  readonly logger: Logger;
  readonly providers: Providers;
  readonly masterKey: Buffer;
};

export type Parts = Awaited<ReturnType<typeof openParts>>;

/** Creates every part once: the ledger, its readers, and the dependencies of the features. */
export async function openParts({ config, pool, ledgers, logger, providers, masterKey }: PartsOptions) {
  const { feed, rail, cards, rates, texts, fileScan, pretendedBank } = providers;
  const { mode, publicUrl, rateLimits, throttleFactor, passwordCost, emailConfirmation } = config;

  const vault = openVault(pool, masterKey, config.oldMasterKey);
  await assertSameKey(vault);
  const outboxKey = mode === 'sandbox' && config.reachable ? outboxKeyOf(masterKey) : undefined;
  const mailLinks = await openMailLinks({ pool, vault });

  // The ledger and all parts that read the ledger.
  const ledger = openLedger(pool, ledgers);
  const digestOf = openKeyedDigest({ pool, vault });
  await digestOf('start', ''); // creates the key before the first transaction needs it
  const traces = openTraces({
    ledger,
    digestOf,
    kinds: { outflow, purchases: purchasesPerMonth },
    verifications: pastDenials,
  });
  const identities = openIdentities(pool);
  const markets = openMarkets(feed);
  await ledger.registerAssets(fiatCodes, 2);
  await ledger.registerAssets(markets.symbols(), 8);
  // A sandbox has the accounts of its pretended bank, unless FLORIN_CONFIG names others.
  const operatorAccounts =
    config.operatorAccounts.length > 0 ? config.operatorAccounts : (pretendedBank?.accounts ?? []);
  await keepOperatorAccounts(pool, operatorAccounts);

  const screening = await openLists(config, logger);

  const books = openBooks({
    pool,
    ledger,
    identities,
    markets,
    logger,
    policy: config.policy,
    rateLimits,
    mode,
  });
  const authenticate = authenticator(identities, config.mode);
  const live = openLive({ pool, ledgers, ledger, logger, authenticate });
  const pushKeys = config.push ? openPushKeys({ pool, vault }) : undefined;
  const priceStream = openPriceStream({ markets, authenticate });
  const signer = await chooseSigner({ pool, vault, logger, brand: config.brand.name, ...config.documentSigning });
  const documents = openDocuments({ signer });

  // The features.
  const dependencies = {
    pool,
    ledgers,
    logger,
    policy: config.policy,
    ledger,
    ...books,
    markets,
    documents,
    rail,
    cards,
    rates,
    feed,
    fileScan,
    screening,
    birthDateOf: (userId: string) => verifiedBirthDate({ pool, vault }, userId),
    operatorAccounts,
    pretendedBank,
    priceMoves: feed.moves,
    timeMovers,
    bankDir: config.bankDir,
    payoutsByFile: config.operatorAccounts.length > 0,
    callBackSeconds: providers.timing.callBackSeconds,
    thirdPartyDeposits: config.thirdPartyDeposits,
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
    letterhead: { publicUrl, supportEmail: config.supportEmail, brand: config.brand.name, logo: config.brand.logo },
    mailLinks,
    signingKeys: openSigningKeys({ pool, vault }),
    publicBooks: config.publicBooks,
    witnesses: providers.witnesses,
    witnessesNeeded: config.witnesses.needed,
    log: await openLog({ pool, ledgers, vault, publicUrl }),
    webhookReach: config.webhookReach,
    outboxKey,
    textsAvailable: texts !== undefined,
  };
  return { dependencies, authenticate, live, pushKeys, priceStream };
}

/** Stops the start if the sanctions lists cannot be used. Without the lists, money could reach a listed person. */
async function openLists({ screeningDir, mode }: Config, logger: Logger) {
  return openNameScreening({ folder: screeningDir, mode, logger }).catch((error: unknown) => {
    if (!(error instanceof ScreeningListError)) throw error;
    throw new ConfigProblem(`FLORIN_SCREENING_DIR: ${error.message}`);
  });
}

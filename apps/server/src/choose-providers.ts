import { pino, type Logger } from 'pino';
import type { PriceFeedConfig } from './config-feeds.ts';
import { ConfigProblem, type Config } from './config.ts';
import type { Anchors } from './features/proofs/index.ts';
import { clamdScan } from './providers/file-scan/clamd.ts';
import type { OperatorAccount, PretendedBank } from './providers/bank/bank.ts';
import { simulatedBank } from './providers/bank/simulated.ts';
import type { FileScan } from './providers/file-scan/file-scan.ts';
import { reviewedByPeople, type IdentityCheck } from './providers/identity-check/identity-check.ts';
import { simulatedIdentityCheck } from './providers/identity-check/simulated.ts';
import type { Mailer } from './providers/mailer/mailer.ts';
import { simulatedMailer } from './providers/mailer/simulated.ts';
import { smtpMailer } from './providers/mailer/smtp.ts';
import { httpTextGateway } from './providers/text-sender/http-gateway.ts';
import { simulatedTextSender } from './providers/text-sender/simulated.ts';
import type { TextSender } from './providers/text-sender/text-sender.ts';
import type { CardProcessor } from './providers/card-processor/card-processor.ts';
import { stripeCards } from './providers/card-processor/stripe.ts';
import type { PaymentRail } from './providers/payment-rail/payment-rail.ts';
import { railWithoutCards } from './providers/payment-rail/without-cards.ts';
import { simulatedPaymentRail } from './providers/payment-rail/simulated.ts';
import { ecbDownload, ecbFolder } from './providers/exchange-rates/ecb.ts';
import type { ExchangeRates } from './providers/exchange-rates/exchange-rates.ts';
import { jsonRates } from './providers/exchange-rates/json-rates.ts';
import { liveRates } from './providers/exchange-rates/live.ts';
import { simulatedExchangeRates } from './providers/exchange-rates/simulated.ts';
import { coinGeckoSource } from './providers/price-feed/coingecko.ts';
import { jsonSource } from './providers/price-feed/json-source.ts';
import { liveFeed } from './providers/price-feed/live.ts';
import type { PriceFeed } from './providers/price-feed/price-feed.ts';
import type { PriceSource } from './providers/price-feed/price-source.ts';
import { simulatedPriceFeed } from './providers/price-feed/simulated.ts';
import { httpCalendar } from './providers/calendar/http-calendar.ts';
import { timeStampServer } from './providers/time-stamp/time-stamp-server.ts';
import { httpWitness } from './providers/witness/http-witness.ts';
import type { Witness } from './providers/witness/witness.ts';

/** The adapters for external services that this process uses. */
export type Providers = {
  readonly feed: PriceFeed;
  readonly rail: PaymentRail;
  /** Takes payments by card on its own pages. Undefined in a sandbox, whose rail simulates cards. */
  readonly cards: CardProcessor | undefined;
  readonly rates: ExchangeRates;
  /** The witnesses that sign the public log. */
  readonly witnesses: readonly Witness[];
  /** Services that time-stamp the public log. */
  readonly anchors: Anchors;
  /** Reports transfers on statements. Undefined in live mode, where real banks report them. */
  readonly pretendedBank: PretendedBank | undefined;
  readonly mailer: Mailer;
  /** Undefined if this server sends no text messages. */
  readonly texts: TextSender | undefined;
  readonly identityCheck: IdentityCheck;
  readonly fileScan: FileScan | undefined;
  readonly timing: BankTiming;
};

/** The time in which a member can cancel a withdrawal before an operator or the rail can send it. */
export type BankTiming = { readonly callBackSeconds: number };

/** Long enough to cancel, short enough to wait for. */
const sandboxTiming = { callBackSeconds: 8, bankSeconds: 3 } as const;
const identityCheckSeconds = 3;
/** In live mode, members can cancel until two operators approve, which takes longer than this. */
const liveTiming = { callBackSeconds: 30 } as const;

/**
 * Chooses the providers. A sandbox uses simulated providers, with real prices and rates if the config names their
 * sources. Live uses only the configured adapters, never simulated ones: money moves by bank files, and by card if the
 * operator has Stripe.
 *
 * @throws ConfigProblem with a message for the operator
 */
export function chooseProviders(config: Config, logger: Logger = pino({ level: 'warn' })): Providers {
  const { mode } = config;
  const isLive = mode === 'live';
  return {
    feed: chooseFeed(config, logger),
    rail: isLive ? railWithoutCards : simulatedPaymentRail(sandboxTiming),
    cards: chooseCards(config, logger),
    pretendedBank: isLive ? undefined : simulatedBank,
    rates: chooseRates(config, logger),
    witnesses: config.witnesses.asked.map(({ verifierKey, url }) => httpWitness(verifierKey, url)),
    anchors: chooseAnchors(config),
    mailer: chooseMailer(config),
    texts: chooseTextSender(config),
    identityCheck: chooseIdentityCheck(config),
    fileScan: config.fileScanner && clamdScan(config.fileScanner),
    timing: isLive ? liveTiming : sandboxTiming,
  };
}

function chooseAnchors({ anchors: { timeStamps, calendars }, documentSigning: { timeStampUrl } }: Config): Anchors {
  return {
    timeStamps: timeStamps && timeStampUrl !== undefined ? timeStampServer(timeStampUrl) : undefined,
    calendars: calendars.map(httpCalendar),
  };
}

/** Returns the configured bank accounts, or those of the sandbox's pretended bank. */
export function operatorAccountsOf(config: Config, logger?: Logger): readonly OperatorAccount[] {
  if (config.operatorAccounts.length > 0) return config.operatorAccounts;
  return chooseProviders(config, logger).pretendedBank?.accounts ?? [];
}

function chooseFeed({ mode, priceFeed }: Config, logger: Logger): PriceFeed {
  if (!priceFeed) return onlyInSandbox(mode, 'PRICE_FEED', () => simulatedPriceFeed({ seed: 'florin' }));
  const { everySeconds, maxAgeSeconds } = priceFeed;
  return liveFeed({ source: chooseSource(priceFeed), everySeconds, maxAgeSeconds, logger });
}

function chooseSource({ from, key }: PriceFeedConfig): PriceSource {
  if (from === 'coingecko') return coinGeckoSource({ plan: 'demo', key });
  if (from === 'coingecko-pro') return coinGeckoSource({ plan: 'pro', key });
  return jsonSource(from, key);
}

function chooseRates({ mode, exchangeRates }: Config, logger: Logger): ExchangeRates {
  if (!exchangeRates) return onlyInSandbox(mode, 'EXCHANGE_RATES', () => simulatedExchangeRates);
  const { from, key, everySeconds, maxAgeHours, folder } = exchangeRates;
  const sources =
    from === 'ecb'
      ? [ecbDownload({ everySeconds }), ...(folder === undefined ? [] : [ecbFolder(folder, logger)])]
      : [jsonRates({ address: from, key, everySeconds })];
  return liveRates({ sources, maxAgeHours, logger });
}

/** Makes sure that live mode never uses a simulated provider. The config already requires each setting in live mode. */
function onlyInSandbox<Provider>(mode: Config['mode'], setting: string, simulated: () => Provider): Provider {
  if (mode === 'live') throw new ConfigProblem(`FLORIN_MODE=live needs ${setting}.`);
  return simulated();
}

/** Takes cards only in live mode. A sandbox simulates them, even with configured keys. */
export function chooseCards(
  { mode, stripe, publicUrl }: Pick<Config, 'mode' | 'stripe' | 'publicUrl'>,
  logger: Logger,
): CardProcessor | undefined {
  if (mode === 'sandbox' || !stripe) return undefined;
  if (stripe.secretKey.includes('_test_'))
    logger.warn('STRIPE_SECRET_KEY is a test key. Florin credits card payments that move no real money.');
  return stripeCards({ ...stripe, publicUrl });
}

/** Without an adapter, operators review every submission. */
export const chooseIdentityCheck = ({ mode }: Pick<Config, 'mode'>): IdentityCheck =>
  mode === 'sandbox' ? simulatedIdentityCheck({ afterSeconds: identityCheckSeconds }) : reviewedByPeople;

/** Sends mail only in live mode. The sandbox catches it, even with a configured mail server. */
export function chooseMailer({ mode, smtpUrl, mailFrom, brand }: Config): Mailer {
  if (mode === 'sandbox') return simulatedMailer;
  if (smtpUrl === undefined) throw new ConfigProblem('FLORIN_MODE=live needs SMTP_URL: a mail server.');
  return smtpMailer({ url: smtpUrl, from: mailFrom, name: brand.name });
}

/** Sends texts only in live mode. The sandbox catches them, even with a configured gateway. */
export function chooseTextSender({ mode, smsGateway }: Pick<Config, 'mode' | 'smsGateway'>): TextSender | undefined {
  if (mode === 'sandbox') return simulatedTextSender;
  return smsGateway && httpTextGateway(smsGateway);
}

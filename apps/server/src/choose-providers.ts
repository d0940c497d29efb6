import { pino, type Logger } from 'pino';
import { ConfigProblem, type Config, type PriceFeedConfig } from './config.ts';
import { clamdScan } from './providers/file-scan/clamd.ts';
import type { FileScan } from './providers/file-scan/file-scan.ts';
import { reviewedByPeople, type IdentityCheck } from './providers/identity-check/identity-check.ts';
import { simulatedIdentityCheck } from './providers/identity-check/simulated.ts';
import type { Mailer } from './providers/mailer/mailer.ts';
import { simulatedMailer } from './providers/mailer/simulated.ts';
import { smtpMailer } from './providers/mailer/smtp.ts';
import { httpTextGateway } from './providers/text-sender/http-gateway.ts';
import { simulatedTextSender } from './providers/text-sender/simulated.ts';
import type { TextSender } from './providers/text-sender/text-sender.ts';
import type { PaymentRail } from './providers/payment-rail/payment-rail.ts';
import { simulatedPaymentRail } from './providers/payment-rail/simulated.ts';
import type { ExchangeRates } from './providers/exchange-rates/exchange-rates.ts';
import { simulatedExchangeRates } from './providers/exchange-rates/simulated.ts';
import { coinGeckoSource } from './providers/price-feed/coingecko.ts';
import { jsonSource } from './providers/price-feed/json-source.ts';
import { liveFeed } from './providers/price-feed/live.ts';
import type { PriceFeed } from './providers/price-feed/price-feed.ts';
import type { PriceSource } from './providers/price-feed/price-source.ts';
import { simulatedPriceFeed } from './providers/price-feed/simulated.ts';

/** The adapters for external services that this process uses. */
export type Providers = {
  readonly feed: PriceFeed;
  readonly rail: PaymentRail;
  readonly rates: ExchangeRates;
  readonly mailer: Mailer;
  /** Undefined if this server sends no text messages. */
  readonly texts: TextSender | undefined;
  readonly identityCheck: IdentityCheck;
  readonly fileScan: FileScan | undefined;
  readonly timing: BankTiming;
};

/** The time in which a member can cancel a withdrawal before it goes to the bank. */
export type BankTiming = { readonly callBackSeconds: number };

/** Long enough to cancel, short enough to wait for. */
const sandboxTiming = { callBackSeconds: 8, bankSeconds: 3 } as const;
const identityCheckSeconds = 3;

/**
 * Chooses the providers. A sandbox uses simulated ones, with real prices if the config names a feed. Live uses only the
 * configured adapters, never simulated ones. It has none for payments and exchange rates yet, so live does not start.
 *
 * @throws ConfigProblem with a message for the operator
 */
export function chooseProviders(config: Config, logger: Logger = pino({ level: 'warn' })): Providers {
  const { mode, priceFeed } = config;
  const mailer = chooseMailer(config);
  if (mode === 'live')
    throw new ConfigProblem(
      'FLORIN_MODE=live cannot start. This version has no payment rail and no exchange rates for real money yet.',
    );
  return {
    feed: chooseFeed(priceFeed, logger),
    rail: simulatedPaymentRail(sandboxTiming),
    rates: simulatedExchangeRates,
    mailer,
    texts: chooseTextSender(config),
    identityCheck: chooseIdentityCheck(config),
    fileScan: config.fileScanner && clamdScan(config.fileScanner),
    timing: sandboxTiming,
  };
}

function chooseFeed(config: PriceFeedConfig | undefined, logger: Logger): PriceFeed {
  if (!config) return simulatedPriceFeed({ seed: 'florin' });
  const { everySeconds, maxAgeSeconds } = config;
  return liveFeed({ source: chooseSource(config), everySeconds, maxAgeSeconds, logger });
}

function chooseSource({ from, key }: PriceFeedConfig): PriceSource {
  if (from === 'coingecko') return coinGeckoSource({ plan: 'demo', key });
  if (from === 'coingecko-pro') return coinGeckoSource({ plan: 'pro', key });
  return jsonSource(from, key);
}

/** Without an adapter, operators review every submission. */
export const chooseIdentityCheck = ({ mode }: Pick<Config, 'mode'>): IdentityCheck =>
  mode === 'sandbox' ? simulatedIdentityCheck({ afterSeconds: identityCheckSeconds }) : reviewedByPeople;

/** Sends mail only in live mode. The sandbox catches it, even with a configured mail server. */
export function chooseMailer({ mode, smtpUrl, mailFrom }: Config): Mailer {
  if (mode === 'sandbox') return simulatedMailer;
  if (smtpUrl === undefined) throw new ConfigProblem('FLORIN_MODE=live needs SMTP_URL: a mail server.');
  return smtpMailer({ url: smtpUrl, from: mailFrom });
}

/** Sends texts only in live mode. The sandbox catches them, even with a configured gateway. */
export function chooseTextSender({ mode, smsGateway }: Pick<Config, 'mode' | 'smsGateway'>): TextSender | undefined {
  if (mode === 'sandbox') return simulatedTextSender;
  return smsGateway && httpTextGateway(smsGateway);
}

import { ConfigProblem, type Config } from './config.ts';
import type { Mailer } from './providers/mailer/mailer.ts';
import { simulatedMailer } from './providers/mailer/simulated.ts';
import { smtpMailer } from './providers/mailer/smtp.ts';
import type { PaymentRail } from './providers/payment-rail/payment-rail.ts';
import { simulatedPaymentRail } from './providers/payment-rail/simulated.ts';
import type { ExchangeRates } from './providers/exchange-rates/exchange-rates.ts';
import { simulatedExchangeRates } from './providers/exchange-rates/simulated.ts';
import type { PriceFeed } from './providers/price-feed/price-feed.ts';
import { simulatedPriceFeed } from './providers/price-feed/simulated.ts';

/** The outside world as this process sees it. */
export type Providers = {
  readonly feed: PriceFeed;
  readonly rail: PaymentRail;
  readonly rates: ExchangeRates;
  readonly mailer: Mailer;
  readonly timing: BankTiming;
};

/** How long a withdrawal can be called back before it goes to the bank. */
export type BankTiming = { readonly callBackSeconds: number };

/** Long enough to be seen and to think better of it, short enough to be waited for. */
const sandboxTiming = { callBackSeconds: 8, bankSeconds: 3 } as const;

/**
 * The simulated providers in the sandbox; in live the adapters that the config names, and never anything simulated in
 * their place. There are no live adapters yet, so live does not start.
 *
 * @throws ConfigProblem with a sentence for the person who starts the server
 */
export function chooseProviders(config: Config): Providers {
  const { mode, priceFeed } = config;
  const mailer = chooseMailer(config);
  if (mode === 'live')
    throw new ConfigProblem(
      `PRICE_FEED=${priceFeed} is not a feed that this version has: it has none yet, and live cannot start without one.`,
    );
  return {
    feed: simulatedPriceFeed({ seed: 'florin' }),
    rail: simulatedPaymentRail(sandboxTiming),
    rates: simulatedExchangeRates,
    mailer,
    timing: sandboxTiming,
  };
}

/** Mail leaves the machine in live only: the sandbox catches it, also where a mail server is configured. */
export function chooseMailer({ mode, smtpUrl, mailFrom }: Config): Mailer {
  if (mode === 'sandbox') return simulatedMailer;
  if (smtpUrl === undefined) throw new ConfigProblem('FLORIN_MODE=live needs SMTP_URL: a mail server.');
  return smtpMailer({ url: smtpUrl, from: mailFrom });
}

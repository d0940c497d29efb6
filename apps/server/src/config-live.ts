import type { Config } from './config.ts';

const neededForLive = {
  DATABASE_URL: 'a PostgreSQL database',
  PUBLIC_URL: 'the address people reach this server at',
  SMTP_URL: 'a mail server',
  FLORIN_MASTER_KEY: 'the key that personal data is encrypted under',
  PRICE_FEED: 'a live price feed',
} as const;

/** A sentence for each setting that live needs and does not have. */
export function missingForLive(env: Record<string, string | undefined>): string[] {
  return Object.entries(neededForLive)
    .filter(([name]) => !env[name])
    .map(([name, what]) => `FLORIN_MODE=live needs ${name}: ${what}.`);
}

type Relaxed = Pick<Config, 'rateLimits' | 'passwordCost' | 'emailConfirmation' | 'mail'>;

/** A sentence for each setting that no live server may have. */
export function forSandboxesOnly({ rateLimits, passwordCost, emailConfirmation, mail }: Relaxed): string[] {
  const refused = {
    'FLORIN_RATE_LIMITS=off': !rateLimits,
    'FLORIN_PASSWORD_COST=least': passwordCost !== 'full',
    'FLORIN_EMAIL_CONFIRMATION=off': !emailConfirmation,
    'FLORIN_MAIL=off': !mail,
  };
  return Object.entries(refused).flatMap(([setting, isSet]) => (isSet ? [`${setting} is for the sandbox only.`] : []));
}

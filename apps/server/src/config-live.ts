import type { OperatorAccountConfig } from './config-file.ts';

const neededForLive = {
  FLORIN_CONFIG: 'the file with your bank accounts',
  PUBLIC_URL: 'the public address of this server',
  SMTP_URL: 'a mail server',
  FLORIN_MASTER_KEY: 'the key that encrypts personal data',
  PRICE_FEED: 'a live price feed',
  EXCHANGE_RATES: 'a source of exchange rates',
} as const;

/** Returns a sentence for each setting that live mode needs but that is missing. */
export function missingForLive(env: Record<string, string | undefined>): string[] {
  return Object.entries(neededForLive)
    .filter(([name]) => !env[name])
    .map(([name, what]) => `FLORIN_MODE=live needs ${name}: ${what}.`);
}

/** Returns a sentence if members could not pay in. */
export const missingAccounts = (accounts: readonly OperatorAccountConfig[]): string[] =>
  accounts.some(({ purpose }) => purpose === 'safeguarding')
    ? []
    : [
        'FLORIN_MODE=live needs an operator account with the purpose "safeguarding" in FLORIN_CONFIG: members pay to it.',
      ];

type Relaxed = {
  readonly rateLimits: boolean;
  readonly passwordCost: 'full' | 'least';
  readonly emailConfirmation: boolean;
  readonly mail: boolean;
};

/** Returns a sentence for each setting that is not allowed in live mode. */
export function forSandboxesOnly({ rateLimits, passwordCost, emailConfirmation, mail }: Relaxed): string[] {
  const sandboxSettings = {
    'FLORIN_RATE_LIMITS=off': !rateLimits,
    'FLORIN_PASSWORD_COST=least': passwordCost !== 'full',
    'FLORIN_EMAIL_CONFIRMATION=off': !emailConfirmation,
    'FLORIN_MAIL=off': !mail,
  };
  return Object.entries(sandboxSettings).flatMap(([setting, isSet]) =>
    isSet ? [`${setting} is for the sandbox only.`] : [],
  );
}

const neededForLive = {
  DATABASE_URL: 'a PostgreSQL database',
  PUBLIC_URL: 'the public address of this server',
  SMTP_URL: 'a mail server',
  FLORIN_MASTER_KEY: 'the key that encrypts personal data',
  PRICE_FEED: 'a live price feed',
} as const;

/** Returns a sentence for each setting that live mode needs but that is missing. */
export function missingForLive(env: Record<string, string | undefined>): string[] {
  return Object.entries(neededForLive)
    .filter(([name]) => !env[name])
    .map(([name, what]) => `FLORIN_MODE=live needs ${name}: ${what}.`);
}

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

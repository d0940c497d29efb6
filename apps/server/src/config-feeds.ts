export type PriceFeedConfig = {
  /** A CoinGecko plan, or a URL that serves JSON (docs/operate/configure.md). May contain a secret. */
  readonly from: 'coingecko' | 'coingecko-pro' | URL;
  readonly key: string | undefined;
  /** The polling interval. */
  readonly everySeconds: number;
  /** Trading in a coin pauses when its price is older than this. */
  readonly maxAgeSeconds: number;
};

/** Reads the price feed. A problem does not repeat the address or the key, which may contain a secret. */
export function priceFeedOf(env: Record<string, string | undefined>, problems: string[]): PriceFeedConfig | undefined {
  const text = env['PRICE_FEED'];
  if (!text) return undefined;
  const from = text === 'coingecko' || text === 'coingecko-pro' ? text : webAddress(text);
  if (!from) problems.push('PRICE_FEED must be coingecko, coingecko-pro or an http(s) address that serves JSON.');
  const key = env['PRICE_FEED_KEY'] || undefined;
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    problems.push('PRICE_FEED_KEY must contain only letters, digits and punctuation.');
  if (from === 'coingecko-pro' && key === undefined) problems.push('PRICE_FEED=coingecko-pro needs PRICE_FEED_KEY.');
  const everySeconds = secondsOf(env, 'PRICE_FEED_SECONDS', '60', problems);
  const maxAgeSeconds = secondsOf(env, 'PRICE_MAX_AGE_SECONDS', '180', problems);
  if (maxAgeSeconds <= everySeconds)
    problems.push(
      'PRICE_MAX_AGE_SECONDS must be more than PRICE_FEED_SECONDS. Otherwise prices are stale before the next update.',
    );
  return { from: from ?? 'coingecko', key, everySeconds, maxAgeSeconds };
}

export function webAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

const daySeconds = 24 * 60 * 60;

export function secondsOf(
  env: Record<string, string | undefined>,
  name: string,
  defaultValue: string,
  problems: string[],
): number {
  const text = env[name] || defaultValue;
  const seconds = Number(text);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > daySeconds)
    problems.push(`${name} must be 1 to ${daySeconds} seconds, not "${text}".`);
  return seconds;
}

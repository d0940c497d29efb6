import { fileURLToPath } from 'node:url';

/** The settings that live needs. */
export const liveSettings = {
  FLORIN_MODE: 'live',
  FLORIN_CONFIG: fileURLToPath(new URL('live-florin.json', import.meta.url)),
  PUBLIC_URL: 'https://florin.example',
  SMTP_URL: 'smtps://mail.example',
  FLORIN_MASTER_KEY: 'a2tra2tra2tra2tra2tra2tra2tra2tra2tra2tra2s=',
  PRICE_FEED: 'coingecko',
  EXCHANGE_RATES: 'ecb',
};

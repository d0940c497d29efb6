import type { Plugin } from 'vite';
import { chunkOf, filesFrom } from './bundle-files.ts';

/**
 * The page module of each member screen (src/routes.tsx), by the first segment of its path. Leaves out the operator
 * screens and the notifications page.
 */
const pages: Record<string, string> = {
  dashboard: 'dashboard/dashboard-page.tsx',
  send: 'send/send-page.tsx',
  'buy-crypto': 'buy/buy-page.tsx',
  'sell-crypto': 'sell/sell-page.tsx',
  crypto: 'coin/coin-page.tsx',
  transactions: 'transactions/transactions-page.tsx',
  profile: 'profile/profile-page.tsx',
  receive: 'receive/receive-page.tsx',
  kyc: 'kyc/kyc-page.tsx',
  pay: 'pay/pay-page.tsx',
};

/**
 * Writes `screens.json`: the files that each screen needs beyond those in the document. The server sends them as
 * preload hints, so the browser fetches them without waiting for the start script.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const linked = filesFrom(bundle, chunkOf(bundle, '/src/main.tsx'));
      const filesOf = (page: string) =>
        [...filesFrom(bundle, chunkOf(bundle, `/src/features/${page}`))].filter((file) => !linked.has(file));
      const screens = Object.entries(pages).map(([name, page]) => [name, filesOf(page).map((file) => `/${file}`)]);
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) });
    },
  };
}

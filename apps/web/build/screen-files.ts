import type { Plugin } from 'vite';
import { chunkOf, filesFrom } from './bundle-files.ts';

/** The page of each of the app's screens for members (src/routes.tsx), by how its address begins. Operators' and the one with all notifications are not named. */
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
 * Writes down which files each screen adds to those that the document names. The server names them along with the
 * document, so that the browser fetches them without waiting for the script that asks for them.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const named = filesFrom(bundle, chunkOf(bundle, '/src/main.tsx'));
      const filesOf = (page: string) =>
        [...filesFrom(bundle, chunkOf(bundle, `/src/features/${page}`))].filter((file) => !named.has(file));
      const screens = Object.entries(pages).map(([name, page]) => [name, filesOf(page).map((file) => `/${file}`)]);
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) });
    },
  };
}

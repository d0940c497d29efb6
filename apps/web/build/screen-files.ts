import type { Plugin } from 'vite';
import { chunkOf, filesFrom } from './bundle-files.ts';

/**
 * The page module of each member screen (src/routes.tsx), by the first segments of its path. Leaves out the dashboard,
 * the operator screens and the notifications page.
 */
const pages: Record<string, string> = {
  send: 'send/send-page.tsx',
  'buy-crypto': 'buy/buy-page.tsx',
  'sell-crypto': 'sell/sell-page.tsx',
  crypto: 'coin/coin-page.tsx',
  transactions: 'transactions/transactions-page.tsx',
  profile: 'profile/profile-page.tsx',
  'profile/proof': 'proof/own-proof-page.tsx',
  verify: 'proof/verify-page.tsx',
  books: 'proof/books-page.tsx',
  receive: 'receive/receive-page.tsx',
  kyc: 'kyc/kyc-page.tsx',
  pay: 'pay/pay-page.tsx',
  help: 'help/help-page.tsx',
  terms: 'legal/legal-page.tsx',
  privacy: 'legal/legal-page.tsx',
};

/**
 * Writes `screens.json`: the files that each screen needs beyond the document's styles. The server sends these files as
 * preload hints, so the browser fetches the files without waiting for the start script. The start script fetches the
 * dashboard's files itself, after the balance (src/start.ts).
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const app = [...filesFrom(bundle, chunkOf(bundle, '/src/main.tsx'))];
      const styles = new Set(app.filter((file) => file.endsWith('.css')));
      const filesOf = (page: string) =>
        [...new Set([...app, ...filesFrom(bundle, chunkOf(bundle, `/src/features/${page}`))])]
          .filter((file) => !styles.has(file))
          .map((file) => `/${file}`);
      const screens = Object.entries(pages).map(([name, page]) => [name, filesOf(page)]);
      this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(screens)) });
    },
  };
}

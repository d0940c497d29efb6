import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import type { WebApp } from './platform/http/web-app.ts';

/** The addresses of the web app. A missing `/coins/btc.svg` is not found, but `/pay/jo@example.com` is a page. */
export const webPages = {
  folder: fileURLToPath(new URL('../../web/dist/', import.meta.url)),
  documents: [
    { file: 'landing.html', serves: /^\/(\?|$)/ },
    { file: 'entry.html', serves: /^\/(login|signup|forgot-password|reset-password)([/?]|$)/i },
    { file: 'index.html', serves: /^/ },
  ],
  isFileFolder: /^\/(assets|coins)\//,
} satisfies Partial<WebApp>;

type Settings = Pick<Config, 'mode' | 'mail' | 'emailConfirmation'>;

/** Returns the settings in the web app's pages. `demo` is true once the sandbox has its demo account. */
export const pageSettings = ({ mode, mail, emailConfirmation }: Settings, demo: boolean) => ({
  FLORIN_MODE: mode,
  FLORIN_DEMO: onOff(demo),
  FLORIN_MAIL: onOff(mail),
  FLORIN_EMAIL_CONFIRMATION: onOff(emailConfirmation),
});

const onOff = (on: boolean) => (on ? 'on' : 'off');

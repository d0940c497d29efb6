import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultPolicy, policyFigures, type Configuration } from '@florin/contract';
import { defaultBrandName, type BrandConfig } from './config-brand.ts';
import type { Config } from './config.ts';
import { configurationView } from './features/configuration/index.ts';
import { planViews } from './features/plans/index.ts';
import type { OwnFile, WebApp } from './platform/http/web-app.ts';

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

type Settings = Pick<Config, 'mode' | 'mail' | 'emailConfirmation' | 'stripe' | 'brand'>;
type Known = {
  /** True once the sandbox has its demo account. */
  readonly demo: boolean;
  readonly configuration: Configuration;
};

/** Returns the settings in the web app's pages. */
export const pageSettings = (
  { mode, mail, emailConfirmation, stripe, brand }: Settings,
  { demo, configuration }: Known,
): Readonly<Record<string, string>> => ({
  FLORIN_MODE: mode,
  FLORIN_DEMO: onOff(demo),
  FLORIN_MAIL: onOff(mail),
  FLORIN_CARDS: onOff(mode === 'live' && stripe !== undefined),
  FLORIN_EMAIL_CONFIRMATION: onOff(emailConfirmation),
  FLORIN_IMPRINT: onOff(configuration.texts.imprint),
  FLORIN_CONFIGURATION: isUsual(configuration, brand) ? '' : escaped(JSON.stringify(configuration)),
});

const onOff = (on: boolean) => (on ? 'on' : 'off');

/** Returns whether the settings equal the web app's defaults, so that pages need not repeat them. */
function isUsual(configuration: Configuration, brand: BrandConfig): boolean {
  const { mode, brand: shown } = configuration;
  const usual = configurationView({
    mode,
    policy: defaultPolicy,
    brand: { ...shown, name: defaultBrandName },
    plans: planViews(defaultPolicy.plans),
    cards: true,
    texts: { imprint: false },
  });
  return brand.supportEmail === undefined && JSON.stringify(configuration) === JSON.stringify(usual);
}

/** Returns the figures that the pages name, such as `{{brand}}`. */
export const pageFigures = ({ policy, brand }: Pick<Config, 'policy' | 'brand'>): Readonly<Record<string, string>> => ({
  ...policyFigures(policy),
  brand: escaped(brand.name),
});

/** The app's icon. The operator's logo replaces it, even as a PNG, because browsers go by the content type. */
export const logoAddress = '/icon.svg';
/** The mark on a payment's QR code. */
const markAddress = '/mark.svg';

const manifestName = 'manifest.webmanifest';
/** The page that the service worker shows without a network. */
const offlineName = 'offline.html';

/** Icons that only a PNG logo can replace. */
const pngAddresses = ['/icons/apple-touch-icon.png', '/icons/icon-192.png', '/icons/icon-512.png'];

/** Returns the files of the built app that the operator's brand replaces. */
export function brandFiles({ name, logo }: BrandConfig, folder = webPages.folder): ReadonlyMap<string, OwnFile> {
  const files = new Map<string, OwnFile>();
  if (name === defaultBrandName && !logo) return files;
  const manifest = path.join(folder, manifestName);
  if (existsSync(manifest))
    files.set(`/${manifestName}`, { type: 'application/manifest+json', body: manifestOf(manifest, { name, logo }) });
  const offline = path.join(folder, offlineName);
  if (existsSync(offline))
    files.set(`/${offlineName}`, { type: 'text/html; charset=utf-8', body: offlineOf(offline, name) });
  if (!logo) return files;
  const file: OwnFile = { type: logo.type, body: logo.bytes };
  for (const address of [logoAddress, markAddress]) files.set(address, file);
  if (logo.type === 'image/png') for (const address of pngAddresses) files.set(address, file);
  return files;
}

/** Returns the web app's manifest under the brand's name, with the logo as its icon. */
function manifestOf(file: string, { name, logo }: Pick<BrandConfig, 'name' | 'logo'>): Buffer {
  const manifest: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  const icons = logo && [{ src: logoAddress, sizes: 'any', type: logo.type, purpose: 'any' }];
  return Buffer.from(JSON.stringify({ ...manifest, name, short_name: name, ...(icons && { icons }) }));
}

/** Returns the offline page under the brand's name. */
const offlineOf = (file: string, name: string): Buffer =>
  Buffer.from(readFileSync(file, 'utf8').replaceAll(defaultBrandName, escaped(name)));

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** The layers of the code. The first pattern that matches a file names its layer. */
export const LAYERS = [
  ['money', /^packages\/money\//],
  ['contract', /^packages\/contract\//],

  ['server/test', /^apps\/server\/(test\/|.*\.test\.ts$)/],
  ['server/tools', /^apps\/server\/[^/]+\.config\.ts$/],
  ['server/seed', /^apps\/server\/seed\//],
  ['server/database', /^apps\/server\/database\//],
  ['server/platform', /^apps\/server\/src\/platform\//],
  ['server/ledger', /^apps\/server\/src\/ledger\//],
  ['server/providers', /^apps\/server\/src\/providers\//],
  ['server/features', /^apps\/server\/src\/features\//],
  ['server/config', /^apps\/server\/src\/config(-\w+)?\.ts$/],
  ['server/main', /^apps\/server\/src\/main\.ts$/],
  ['server/cli', /^apps\/server\/src\/cli(\/[^/]+)?\.ts$/],
  ['server/app', /^apps\/server\/src\/[^/]+\.ts$/],

  ['web/test', /^apps\/web\/(test\/|.*\.test\.tsx?$)/],
  ['web/worker', /^apps\/web\/worker\//],
  ['web/tools', /^apps\/web\/(build\/|[^/]+\.config\.ts$)/],
  ['web/ui', /^apps\/web\/src\/ui\//],
  ['web/paths', /^apps\/web\/src\/paths\.ts$/],
  ['web/api', /^apps\/web\/src\/api\//],
  ['web/wallet-ui', /^apps\/web\/src\/wallet-ui\//],
  ['web/features', /^apps\/web\/src\/features\//],
  ['web/shell', /^apps\/web\/src\/(shell\/|routes[./]|search-params\.ts$)/],
  ['web/main', /^apps\/web\/src\//],

  ['e2e', /^e2e\//],
  ['bench', /^bench\//],
];

const PACKAGES = ['contract', 'money'];
const SERVER_BASE = [...PACKAGES, 'server/platform'];
const SERVER_PARTS = [...SERVER_BASE, 'server/ledger', 'server/providers', 'server/features'];
const SERVER = [
  ...SERVER_PARTS,
  'server/config',
  'server/app',
  'server/main',
  'server/cli',
  'server/seed',
  'server/database',
  'server/test',
];
const WEB_BASE = [...PACKAGES, 'web/ui', 'web/paths', 'web/api', 'web/wallet-ui'];
const WEB = [...WEB_BASE, 'web/features', 'web/shell', 'web/main'];

export const MAY_IMPORT = {
  money: ['money'],
  contract: PACKAGES,

  'server/platform': SERVER_BASE,
  'server/ledger': [...SERVER_BASE, 'server/ledger'],
  'server/providers': [...SERVER_BASE, 'server/providers'],
  'server/features': SERVER_PARTS,
  'server/config': [...PACKAGES, 'server/config'],
  'server/app': [...SERVER_PARTS, 'server/config', 'server/app', 'server/seed'],
  'server/main': [...SERVER_PARTS, 'server/config', 'server/app', 'server/seed'],
  'server/cli': [...SERVER_PARTS, 'server/config', 'server/app', 'server/cli'],
  'server/seed': [...SERVER_PARTS, 'server/config', 'server/app', 'server/seed'],
  'server/test': SERVER,

  'server/database': ['server/platform', 'server/database'],

  'server/tools': [],

  'web/ui': ['web/ui'],
  'web/paths': PACKAGES,
  'web/api': [...PACKAGES, 'web/api', 'web/paths'],
  'web/wallet-ui': WEB_BASE,
  'web/features': [...WEB_BASE, 'web/features'],
  'web/shell': [...WEB_BASE, 'web/features', 'web/shell'],
  'web/main': WEB,
  'web/test': [...WEB, 'web/test', 'web/tools'],
  'web/worker': ['web/worker', 'web/paths'],
  'web/tools': ['contract', 'web/tools'],

  e2e: [...PACKAGES, 'e2e'],
  bench: [...SERVER, 'bench'],
};

/** The server slices that a slice may import, through their index.ts. A slice that is not listed may import none. */
export const SLICE_CALLS = {
  proposals: ['audit'],
  texts: ['mail'],
  identity: ['mail', 'texts', 'audit', 'proposals', 'traces'],
  wallets: ['identity'],
  markets: ['identity'],
  activity: ['identity'],
  contacts: ['identity'],
  transfers: ['identity', 'wallets', 'activity', 'contacts', 'mail'],
  requests: ['identity', 'wallets', 'activity', 'contacts', 'transfers', 'mail'],
  quotes: ['identity'],
  plans: ['identity', 'wallets', 'activity', 'mail'],
  exchange: ['identity', 'wallets', 'activity', 'quotes'],
  house: ['identity', 'wallets', 'markets', 'audit', 'proposals'],
  statements: ['identity', 'activity'],
  'first-steps': ['identity', 'activity'],
  notifications: ['identity', 'activity', 'requests', 'funding', 'plans', 'kyc', 'mail', 'texts'],
  kyc: ['identity', 'wallets', 'mail', 'audit', 'traces'],
  funding: ['identity', 'wallets', 'activity', 'audit', 'proposals'],
  operations: ['funding', 'proposals'],
  trading: ['identity', 'wallets', 'activity', 'markets', 'funding', 'quotes', 'house', 'exchange'],
};

/** Layers that may import the internals of a slice or of the ledger, not only its index.ts. */
export const IMPORT_INTERNALS = ['server/test', 'bench'];

/** Layers that may choose a simulated provider. */
export const CHOOSES_PROVIDERS = ['server/app', 'server/main', 'server/seed', 'server/test', 'bench'];

/** npm packages that a layer must not use. */
export const FORBIDDEN_PACKAGES = {
  money: /./,
  contract: /^(?!zod(\/|$))/,
  'web/ui': /^(@tanstack\/react-(router|query)|zod)/,
};

/** Code that shows times. It uses the server's clock, because a device's clock may be wrong by years. */
export const SHOWS_TIMES = /^apps\/web\/(src|worker)\//;
export const READS_CLOCK = [/\.test\.tsx?$/, /^apps\/web\/src\/api\/server-time\.ts$/];

export const READS_ENVIRONMENT = [
  /^packages\/[^/]+\/test\//,
  /^apps\/server\/src\/(config|main|cli)\.ts$/,
  /^(scripts|bench|e2e)\//,
  /^apps\/(server|web)\/test\//,
  /\.test\.tsx?$/,
  /\.config\.ts$/,
];

/** Code that may contain SQL, to which the rule about built statements applies (built-sql.mjs). */
export const CONTAINS_SQL = /^apps\/server\/(src|seed)\/.*(?<!\.test)\.ts$/;

/** Files that build SQL from names in PostgreSQL's catalog, which they quote. */
export const QUOTES_NAMES = [
  /^apps\/server\/src\/platform\/backup\//,
  /^apps\/server\/src\/platform\/database\/repeatables\.ts$/,
  /^apps\/server\/src\/verify-restored\.ts$/,
];

/** The rule on tables (tables.mjs) holds for the server itself; the seed and tests may write any table as the owner. */
export const NAMES_OWN_TABLES = /^apps\/server\/src\/.*(?<!\.test)\.ts$/;

/** Files that may not import each other in a cycle, not even types. */
export const FREE_OF_CYCLES = /^(?:packages\/|apps\/server\/src\/)(?!.*\.test\.ts$)/;

/** The layers of the code. The first pattern that matches a file names its layer. */
export const LAYERS = [
  ['money', /^packages\/money\//],
  ['contract', /^packages\/contract\//],
  ['bank-files', /^packages\/bank-files\//],
  ['screening', /^packages\/screening\//],
  ['client/test', /^packages\/client\/test\//],
  ['client', /^packages\/client\//],
  ['verify/test', /^packages\/verify\/test\//],
  ['verify', /^packages\/verify\//],

  ['server/test', /^apps\/server\/(test\/|.*\.test\.ts$)/],
  ['server/tools', /^apps\/server\/[^/]+\.config\.ts$/],
  ['server/seed', /^apps\/server\/seed\//],
  ['server/rehearsal', /^apps\/server\/rehearsal\//],
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
  ['scripts/test', /^scripts\/.*\.test\.mjs$/],
  ['scripts/after-install', /^scripts\/(?:prove\/mutation\/|make-coin-monograms\.mjs$)/],
  ['scripts', /^scripts\//],
  ['tools', /^[^/]+\.config\.ts$/],
];

const PACKAGES = ['contract', 'money'];
const SERVER_BASE = [...PACKAGES, 'server/platform'];
const SERVER_PARTS = [
  ...SERVER_BASE,
  'bank-files',
  'screening',
  'server/ledger',
  'server/providers',
  'server/features',
];
const SERVER = [
  ...SERVER_PARTS,
  'server/config',
  'server/app',
  'server/main',
  'server/cli',
  'server/seed',
  'server/rehearsal',
  'server/database',
  'server/test',
];
const WEB_BASE = [...PACKAGES, 'web/ui', 'web/paths', 'web/api', 'web/wallet-ui'];
const WEB = [...WEB_BASE, 'web/features', 'web/shell', 'web/main'];

export const MAY_IMPORT = {
  money: ['money'],
  contract: PACKAGES,
  'bank-files': ['bank-files'],
  screening: ['screening'],
  client: ['client'],
  'client/test': ['client', 'client/test', 'contract'],
  verify: ['verify'],
  'verify/test': ['verify', 'verify/test'],

  'server/platform': SERVER_BASE,
  'server/ledger': [...SERVER_BASE, 'server/ledger'],
  'server/providers': [...SERVER_BASE, 'bank-files', 'server/providers'],
  'server/features': SERVER_PARTS,
  'server/config': [...PACKAGES, 'bank-files', 'server/config'],
  'server/app': [...SERVER_PARTS, 'server/config', 'server/app', 'server/seed'],
  'server/main': [...SERVER_PARTS, 'server/config', 'server/app', 'server/seed'],
  'server/cli': [...SERVER_PARTS, 'server/config', 'server/app', 'server/cli'],
  'server/seed': [...SERVER_PARTS, 'server/config', 'server/app', 'server/seed'],
  'server/rehearsal': [...PACKAGES, 'bank-files', 'server/providers', 'server/rehearsal'],
  'server/test': [...SERVER, 'verify', 'client'],

  'server/database': ['server/platform', 'server/database'],

  'server/tools': [],

  'web/ui': ['web/ui'],
  'web/paths': PACKAGES,
  'web/api': [...PACKAGES, 'verify', 'web/api', 'web/paths'],
  'web/wallet-ui': WEB_BASE,
  'web/features': [...WEB_BASE, 'web/features'],
  'web/shell': [...WEB_BASE, 'web/features', 'web/shell'],
  'web/main': WEB,
  'web/test': [...WEB, 'verify', 'verify/test', 'web/test', 'web/tools'],
  'web/worker': ['web/worker', 'web/paths'],
  'web/tools': [...PACKAGES, 'web/tools'],

  e2e: [...PACKAGES, 'e2e'],
  bench: [...SERVER, 'bench'],
  scripts: ['scripts'],
  'scripts/after-install': ['scripts', 'scripts/after-install', 'server/providers'],
  'scripts/test': ['scripts', 'scripts/after-install'],
  tools: [],
};

/**
 * The server slices that a slice may import, through their index.ts. A slice that is not listed may import no slice.
 */
export const SLICE_CALLS = {
  proposals: ['audit'],
  texts: ['mail'],
  identity: ['mail', 'texts', 'audit', 'proposals', 'traces'],
  wallets: ['identity', 'receivables'],
  markets: ['identity'],
  activity: ['identity'],
  contacts: ['identity', 'businesses'],
  transfers: ['identity', 'wallets', 'activity', 'contacts', 'mail'],
  requests: ['identity', 'wallets', 'activity', 'contacts', 'transfers', 'mail'],
  invoices: ['identity', 'businesses', 'wallets', 'activity', 'contacts', 'transfers', 'mail', 'bank', 'statements'],
  'batch-payouts': [
    'identity',
    'businesses',
    'approvals',
    'wallets',
    'activity',
    'contacts',
    'transfers',
    'funding',
    'statements',
    'mail',
  ],
  receivables: ['identity', 'activity', 'audit', 'proposals', 'mail'],
  approvals: ['identity', 'businesses', 'wallets', 'activity', 'mail'],
  businesses: ['identity', 'kyc', 'audit', 'mail'],
  keys: ['identity', 'businesses', 'wallets', 'mail'],
  bank: [
    'identity',
    'wallets',
    'activity',
    'funding',
    'kyc',
    'receivables',
    'audit',
    'proposals',
    'screening',
    'statements',
  ],
  quotes: ['identity'],
  plans: ['identity', 'wallets', 'activity', 'mail'],
  exchange: ['identity', 'wallets', 'activity', 'quotes'],
  house: ['identity', 'wallets', 'markets', 'audit', 'proposals'],
  statements: ['identity', 'activity', 'proofs'],
  proofs: ['identity', 'wallets', 'activity'],
  'first-steps': ['identity', 'activity'],
  notifications: ['identity', 'activity', 'requests', 'funding', 'receivables', 'plans', 'kyc', 'mail', 'texts'],
  events: ['identity', 'activity', 'requests', 'invoices', 'approvals', 'batch-payouts', 'notifications', 'mail'],
  kyc: ['identity', 'wallets', 'mail', 'audit', 'traces'],
  funding: ['identity', 'wallets', 'activity', 'receivables', 'audit', 'proposals'],
  operations: ['funding', 'proposals'],
  sandbox: ['identity', 'businesses', 'markets'],
  screening: ['identity', 'audit'],
  trading: ['identity', 'wallets', 'activity', 'markets', 'funding', 'quotes', 'house', 'exchange'],
};

/** Layers that may import the internals of a slice or of the ledger, not only its index.ts. */
export const IMPORT_INTERNALS = ['server/test', 'bench'];

/** Layers that may choose a simulated provider. */
export const CHOOSES_PROVIDERS = [
  'server/app',
  'server/main',
  'server/seed',
  'server/rehearsal',
  'server/test',
  'bench',
];

/** npm packages that a layer must not use. */
export const FORBIDDEN_PACKAGES = {
  money: /./,
  client: /./,
  // The verifier's command line reads files. The other code also runs in browsers, and a test checks that.
  verify: /^(?!node:(fs\/promises|util)$)/,
  contract: /^(?!zod(\/|$))/,
  'web/ui': /^(@tanstack\/react-(router|query)|zod)/,
  // The launcher and the gate run before anything is installed.
  scripts: /^(?!node:)/,
};

/** SQL is plain (decision 4). */
export const QUERY_BUILDERS =
  /^(?:knex|kysely|drizzle-orm|objection|sequelize|typeorm|prisma|slonik|mikro-orm|@(?:prisma|mikro-orm|databases)\/.*)(?:\/|$)/;

/** Code that shows times by the server's clock, because a device's clock may be wrong by years. */
export const SHOWS_TIMES = /^apps\/web\/(src|worker)\//;
export const READS_CLOCK = [/\.test\.tsx?$/, /^apps\/web\/src\/api\/server-time\.ts$/];

export const READS_ENVIRONMENT = [
  /^packages\/[^/]+\/test\//,
  /^apps\/server\/src\/(config|main|cli)\.ts$/,
  /^apps\/server\/rehearsal\//,
  /^(scripts|bench|e2e)\//,
  /^apps\/(server|web)\/test\//,
  /\.test\.tsx?$/,
  /\.config\.ts$/,
];

/** Code that may contain SQL, to which the rule about built statements applies (built-sql.mjs). */
export const CONTAINS_SQL = /^apps\/server\/(src|seed)\/.*(?<!\.test)\.ts$/;

/** Files that build SQL from quoted names in PostgreSQL's catalog. */
export const QUOTES_NAMES = [
  /^apps\/server\/src\/platform\/backup\//,
  /^apps\/server\/src\/platform\/database\/repeatables\.ts$/,
  /^apps\/server\/src\/verify-restored\.ts$/,
];

/**
 * The rule on tables (tables.mjs) applies to the server itself; the seed and tests may write any table as the owner.
 */
export const NAMES_OWN_TABLES = /^apps\/server\/src\/.*(?<!\.test)\.ts$/;

/** Code outside the ledger. Such code moves money only through the ledger's index.ts. A verification runs the sweep. */
export const OUTSIDE_LEDGER = /^apps\/server\/src\/(?!ledger\/|verify-restored\.ts).*(?<!\.test)\.ts$/;

/** Folders in plain JavaScript. Everything else is TypeScript. */
export const PLAIN_JAVASCRIPT = /^scripts\//;

/** Files and folders are named for their contents. */
export const VAGUE_NAMES = /(?:^|[/-])(?:utils?|helpers?)(?:[/.]|$)/;

/** Server features, which build postings only in postings.ts and mount calls only in routes.ts. */
export const POSTS_ENTRIES = /^apps\/server\/src\/features\/.*(?<!\.test)\.ts$/;

/** The web app's routes, which load screens lazily. */
export const ROUTE_FILES = /^apps\/web\/src\/routes(?:\.tsx|\/[^/]+\.tsx?)$/;

/**
 * Code that moves a member's money only through `useMoneyCommand`. An operator's approval takes effect once anyway. The
 * tables of `api/read` and the words of a confirmation list calls without making calls.
 */
export const CALLS_FROM_SCREENS =
  /^apps\/web\/src\/(?!features\/operations\/|api\/read\/read-answer\.ts|api\/step-up-words\.ts|.*\.test\.)/;

export const TEST_FILES = /\.(?:test|spec)\.(?:tsx?|mjs)$/;

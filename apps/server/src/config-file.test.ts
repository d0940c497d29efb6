import { readFileSync } from 'node:fs';
import { defaultPolicy } from '@florin/contract';
import { amountOf } from '@florin/money';
import { describe, expect, test } from 'vitest';
import { problemsOf as configProblems } from '../test/config-problems.ts';
import { writeConfig } from '../test/write-config.ts';
import { configSchema, configSchemaPath } from './config-schema.ts';
import { parseConfig } from './config.ts';

/** Returns the sentences without the file's path. */
function problemsOf(content: unknown, files: Readonly<Record<string, string | Buffer>> = {}): string[] {
  const env = writeConfig(content, files);
  return configProblems(env).map((line) => line.replaceAll(env.FLORIN_CONFIG, 'florin.json'));
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M0 0h32v32H0z"/></svg>';

/** The beginning of a PNG image with this size. */
function png(width: number, height = width): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 0, 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

describe('a config file that can be used', () => {
  test('without FLORIN_CONFIG, everything has its default', () => {
    expect(parseConfig({})).toMatchObject({
      policy: defaultPolicy,
      brand: { name: 'Florin', supportEmail: undefined, logo: undefined },
      operatorTexts: {},
      operatorAccounts: [],
    });
  });

  test('an empty config file changes nothing', () => {
    expect(parseConfig(writeConfig({})).policy).toEqual(defaultPolicy);
  });

  test('each value replaces its default and leaves the other defaults', () => {
    const { policy } = parseConfig(
      writeConfig({
        $schema: 'config.schema.json',
        fees: { send: '0', buy: '1.25' },
        plans: { personal: { purchase_limit: '1000' }, pro: { price: '5.5', purchase_limit: null } },
        bounds: { deposit: { maximum: '100.00' } },
        kyc_limits: { 0: { day: '0', month: '0' }, 2: { month: '250000.00' } },
        confirmation_thresholds: { second_operator: '250.00' },
      }),
    );
    expect(policy).toEqual({
      fees: { ...defaultPolicy.fees, send: 0n, buy: 125n },
      plans: {
        personal: { price: amountOf('USD', 0n), purchaseLimit: amountOf('USD', 1_000_00n) },
        pro: { price: amountOf('USD', 5_50n), purchaseLimit: null },
        business: defaultPolicy.plans.business,
      },
      deposits: { minimum: '1.00', maximum: '100.00' },
      withdrawals: defaultPolicy.withdrawals,
      outflowLimits: {
        0: { day: 0n, month: 0n },
        1: defaultPolicy.outflowLimits[1],
        2: { day: 10_000_00n, month: 250_000_00n },
      },
      thresholds: { secondFactor: amountOf('USD', 500_00n), secondOperator: amountOf('USD', 250_00n) },
    });
  });

  test.each([
    ['logo.svg', Buffer.from(svg), 'image/svg+xml'],
    ['logo.png', png(512), 'image/png'],
  ])('reads the brand with the logo %s, relative to the file', (logo, bytes, type) => {
    const brand = { name: 'Acme & Söhne', support_email: 'help@acme.example', logo };
    const config = parseConfig(writeConfig({ brand }, { [logo]: bytes }));
    expect(config.brand).toEqual({ name: 'Acme & Söhne', supportEmail: 'help@acme.example', logo: { type, bytes } });
    expect(config.supportEmail).toBe('help@acme.example');
  });

  test('reads the texts of FLORIN_CONFIG', () => {
    const texts = { terms: 'terms.txt', imprint: './imprint.txt' };
    const config = parseConfig(writeConfig({ texts }, { 'terms.txt': '# Ours', 'imprint.txt': '# Acme' }));
    expect(config.operatorTexts).toEqual({ terms: '# Ours', imprint: '# Acme' });
  });
});

const percentage = 'a percentage from "0" to "20" with at most two decimals, such as "1.5"';

describe('a config file that cannot be used', () => {
  test.each<[string, unknown, string]>([
    ['an unknown section', { fee: {} }, 'fee is not a setting. Check its spelling.'],
    ['an unknown key', { fees: { sent: '1' } }, 'fees.sent is not a setting. Check its spelling.'],
    ['a list', [], 'the file must be an object in braces.'],
    ['a section that is a text', { fees: '2%' }, 'fees must be an object in braces.'],
    ['a fee as a number', { fees: { send: 2 } }, `fees.send must be ${percentage}, in quotes.`],
    ['a fee with a sign', { fees: { send: '2%' } }, `fees.send must be ${percentage}.`],
    ['a negative fee', { fees: { send: '-1' } }, `fees.send must be ${percentage}.`],
    ['a fee with three decimals', { fees: { buy: '1.125' } }, `fees.buy must be ${percentage}.`],
    ['a fee above the bound', { fees: { sell: '20.01' } }, `fees.sell must be ${percentage}.`],
    ['a fee in exponents', { fees: { exchange: '1e1' } }, `fees.exchange must be ${percentage}.`],
    [
      'a free plan that should cost',
      { plans: { pro: { price: '0' } } },
      'plans.pro.price must be an amount from "0.01" to "10000.00", such as "9.99".',
    ],
    [
      'a price of Personal',
      { plans: { personal: { price: '1' } } },
      'plans.personal.price is not a setting. Check its spelling.',
    ],
    [
      'a price above the larger plan’s',
      { plans: { pro: { price: '49.99' } } },
      'plans.business.price must be above the price of Pro, $49.99.',
    ],
    [
      'a limit below the smaller plan’s',
      { plans: { pro: { purchase_limit: '499.99' } } },
      'plans.pro.purchase_limit must not be below the limit of the smaller plan, $500.00.',
    ],
    [
      'a limit above an unlimited smaller plan',
      { plans: { pro: { purchase_limit: null }, business: { purchase_limit: '1' } } },
      'plans.business.purchase_limit must not be below the limit of the smaller plan, no limit.',
    ],
    [
      'a bound of nothing',
      { bounds: { deposit: { minimum: '0' } } },
      'bounds.deposit.minimum must be an amount from "0.01" to "1000000000.00", such as "1.00".',
    ],
    [
      'a minimum above the maximum',
      { bounds: { withdrawal: { maximum: '0.50' } } },
      'bounds.withdrawal.minimum must not be above the maximum, 0.50.',
    ],
    [
      'a limit that is too large',
      { kyc_limits: { 2: { month: '1000000000.01' } } },
      'kyc_limits.2.month must be an amount from "0.00" to "1000000000.00", such as "500.00".',
    ],
    [
      'a day above the month',
      { kyc_limits: { 2: { day: '100000.01' } } },
      'kyc_limits.2.day must not be above the month’s limit, $100,000.00.',
    ],
    [
      'a level below the lower level',
      { kyc_limits: { 1: { month: '1999.99' } } },
      'kyc_limits.1.month must not be below the limit of level 0, $2,000.00.',
    ],
    [
      'a threshold as a number',
      { confirmation_thresholds: { second_factor: 500 } },
      'confirmation_thresholds.second_factor must be an amount from "0.00" to "1000000000.00", such as "500.00", in quotes.',
    ],
    ['an empty name', { brand: { name: '' } }, 'brand.name must be 1 to 40 characters in one line, without < > { }.'],
    [
      'a name with markup',
      { brand: { name: '<b>Acme' } },
      'brand.name must be 1 to 40 characters in one line, without < > { }.',
    ],
    ['a support address', { brand: { support_email: 'acme' } }, 'brand.support_email must be an email address.'],
    ['a logo of another kind', { brand: { logo: 'logo.gif' } }, 'brand.logo must end in .svg or .png.'],
    [
      'an account without a currency',
      { operator_accounts: [{ id: 'a', holder: 'A', bank: 'B', purpose: 'own_funds', iban: 'X' }] },
      'operator_accounts.0.currency must be "USD" or "EUR" or "GBP".',
    ],
    [
      'an account without a holder',
      { operator_accounts: [{ id: 'a', currency: 'EUR', bank: 'B', purpose: 'own_funds', iban: 'X' }] },
      'operator_accounts.0.holder is missing.',
    ],
  ])('%s in FLORIN_CONFIG stops the start with a sentence', (_, content, sentence) => {
    expect(problemsOf(content)).toEqual([`florin.json: ${sentence}`]);
  });

  test('names all problems at once', () => {
    const content = { fees: { send: '21', sell: 1 }, kyc_limits: { 0: { day: '9000' } }, texts: {}, colour: 'red' };
    expect(problemsOf(content).map((line) => line.split(' ')[1])).toEqual(
      expect.arrayContaining(['fees.send', 'fees.sell', 'kyc_limits.0.day', 'colour']),
    );
  });

  test('names a file that is not JSON, and a missing file', () => {
    expect(problemsOf('{\n"fees": {}\n"brand": {} }')).toEqual([
      expect.stringMatching(/^FLORIN_CONFIG: florin\.json is not valid JSON \(.*\(line 3 column 1\)\)\.$/),
    ]);
    expect(() => parseConfig({ FLORIN_CONFIG: '/no/such.json' })).toThrow(
      'FLORIN_CONFIG: /no/such.json cannot be read. Check the path and the rights.',
    );
  });

  test('names missing, empty and unreadable texts and logos', () => {
    const content = {
      brand: { logo: 'logo.svg' },
      texts: { terms: 'terms.txt', privacy: 'empty.txt', imprint: 'latin.txt' },
    };
    const latin = Buffer.from('Caf\xe9', 'latin1');
    expect(problemsOf(content, { 'empty.txt': ' \n', 'latin.txt': latin })).toEqual([
      expect.stringMatching(
        /^florin\.json: brand\.logo: .*logo\.svg cannot be read\. Check the path and the rights\.$/,
      ),
      expect.stringMatching(/^florin\.json: texts\.terms: .*terms\.txt cannot be read\./),
      'florin.json: texts.privacy must be a text in UTF-8 that is not empty.',
      'florin.json: texts.imprint must be a text in UTF-8 that is not empty.',
    ]);
  });
});

const inSvg = (content: string) => svg.replace('<path', `${content}<path`);

test.each<[string, string, string | Buffer, string]>([
  ['a page', 'logo.svg', '<!doctype html><html></html>', 'must be an SVG image in UTF-8.'],
  ['an SVG without its namespace', 'logo.svg', '<svg></svg>', 'must have xmlns="http://www.w3.org/2000/svg".'],
  ['a script', 'logo.svg', inSvg('<script>alert(1)</script>'), 'must not contain a script.'],
  ['a script with a prefix', 'logo.svg', inSvg('<svg:script>alert(1)</svg:script>'), 'must not contain a script.'],
  ['a handler', 'logo.svg', inSvg('<g onload="alert(1)"/>'), 'must not contain an event handler.'],
  ['a page inside', 'logo.svg', inSvg('<foreignObject/>'), 'must not contain embedded content.'],
  ['an entity', 'logo.svg', `<?xml version="1.0"?>${inSvg('<!ENTITY a "b">')}`, 'must not contain a document type.'],
  [
    'a foreign picture',
    'logo.svg',
    inSvg('<image href="https://a.example/x.png"/>'),
    'must not contain a link to another file.',
  ],
  ['a foreign style', 'logo.svg', inSvg('<style>@import "a.css"</style>'), 'must not contain an imported style sheet.'],
  [
    'a foreign fill',
    'logo.svg',
    inSvg('<g fill="url(https://a.example#b)"/>'),
    'must not contain a link to another file.',
  ],
  ['a large file', 'logo.svg', inSvg(`<!--${'x'.repeat(100_001)}-->`), 'must have at most 100 KB, not 101.'],
  ['a JPEG', 'logo.png', Buffer.from('ffd8ffe0', 'hex'), 'must be a PNG image.'],
  ['a wide picture', 'logo.png', png(64, 32), 'must be square with 32 to 2048 pixels a side, not 64 by 32.'],
  ['a huge picture', 'logo.png', png(4096), 'must be square with 32 to 2048 pixels a side, not 4096 by 4096.'],
])('a logo that is or has %s is refused', (_, logo, bytes, sentence) => {
  expect(problemsOf({ brand: { logo } }, { [logo]: bytes })).toEqual([`florin.json: brand.logo ${sentence}`]);
});

test('a logo may refer to its own parts', () => {
  const content = inSvg('<defs><linearGradient id="a"/></defs><g fill="url(#a)"/><use href="#a"/>');
  expect(problemsOf({ brand: { logo: 'logo.svg' } }, { 'logo.svg': content })).toEqual([]);
});

test('deploy/florin.json.sample is valid and shows the defaults', () => {
  const sample = readFileSync(new URL('../../../deploy/florin.json.sample', import.meta.url), 'utf8');
  const files = { 'logo.svg': svg, 'terms.txt': 'a', 'privacy.txt': 'b', 'imprint.txt': 'c' };
  expect(parseConfig(writeConfig(sample, files)).policy).toEqual(defaultPolicy);
});

test('docs/operate/config.schema.json is current', () => {
  const written: unknown = JSON.parse(readFileSync(configSchemaPath, 'utf8'));
  expect(written, 'npm run schema writes it').toEqual(JSON.parse(configSchema()));
});

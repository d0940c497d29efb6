import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsOf } from '../test/config-problems.ts';
import { liveSettings } from '../test/live-settings.ts';
import { parseConfig } from './config.ts';

const live = liveSettings;

describe('parseConfig', () => {
  test('without any settings, Florin is a seeded sandbox on 127.0.0.1', () => {
    expect(parseConfig({})).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: expect.stringMatching(/\.florin$/),
      dataDirChosen: false,
      databaseUrl: undefined,
      seed: true,
      rateLimits: true,
      passwordCost: 'full',
      pastPrices: true,
      mail: true,
      mailFrom: 'no-reply@127.0.0.1',
      masterKey: undefined,
      oldMasterKey: undefined,
      trustedProxies: 0,
      drainSeconds: 0,
      payoutMethodWaitHours: 0,
      metrics: undefined,
      requestLog: { all: false, slowMs: 1_000 },
      logLevel: 'warn',
    });
  });

  test.each(['a key', 'c2hvcnQ='])('rejects the invalid master key %j without repeating it', (key) => {
    const problems = problemsOf({ FLORIN_MASTER_KEY: key });
    expect(problems).toEqual([expect.stringContaining('FLORIN_MASTER_KEY must be 32 random bytes in base64')]);
    expect(problems.join('')).not.toContain(key);
  });

  test.each(['-1', '1.5', 'all', '11'])('rejects %j as the number of trusted proxies', (hops) => {
    expect(problemsOf({ TRUSTED_PROXIES: hops })).toEqual([expect.stringContaining('TRUSTED_PROXIES')]);
  });

  test('drains a live server for ten seconds by default', () => {
    expect(parseConfig(live).drainSeconds).toBe(10);
    expect(parseConfig({ ...live, FLORIN_DRAIN_SECONDS: '0.5' }).drainSeconds).toBe(0.5);
  });

  test.each(['-1', '301', 'soon'])('rejects %j as the drain seconds', (seconds) => {
    expect(problemsOf({ FLORIN_DRAIN_SECONDS: seconds })).toEqual([expect.stringContaining('FLORIN_DRAIN_SECONDS')]);
  });

  // Rules: identity-7
  test('delays withdrawals to a new bank account by 24 hours in live mode by default', () => {
    expect(parseConfig(live).payoutMethodWaitHours).toBe(24);
    expect(parseConfig({ ...live, PAYOUT_METHOD_WAIT_HOURS: '48' }).payoutMethodWaitHours).toBe(48);
    expect(parseConfig({ PAYOUT_METHOD_WAIT_HOURS: '0.5' }).payoutMethodWaitHours).toBe(0.5);
  });

  test.each(['-1', '721', 'a day'])('rejects %j as the waiting hours of a bank account', (hours) => {
    const name = 'PAYOUT_METHOD_WAIT_HOURS';
    expect(problemsOf({ [name]: hours })).toEqual([expect.stringContaining(name)]);
  });

  test('serves the metrics on a separate port of 127.0.0.1 by default', () => {
    expect(parseConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
    const elsewhere = { METRICS_PORT: '9464', METRICS_HOST: '10.0.0.7', HOST: '0.0.0.0' };
    expect(parseConfig(elsewhere).metrics).toEqual({ host: '10.0.0.7', port: 9464 });
  });

  test.each(['3000', '65536', 'yes'])('rejects %j as the metrics port', (port) => {
    expect(problemsOf({ METRICS_PORT: port })).toEqual([expect.stringContaining('METRICS_PORT must')]);
  });

  test('reads which requests to log', () => {
    const all = parseConfig({ LOG_REQUESTS: 'on', LOG_LEVEL: 'info', LOG_SLOW_MS: '250' });
    expect(all.requestLog).toEqual({ all: true, slowMs: 250 });
    expect(problemsOf({ LOG_REQUESTS: 'on' })).toEqual(['LOG_REQUESTS=on needs LOG_LEVEL=info.']);
    expect(problemsOf({ LOG_SLOW_MS: '0' })).toEqual([expect.stringContaining('LOG_SLOW_MS')]);
  });

  test('treats empty settings as missing', () => {
    const names = ['PORT', 'HOST', 'FLORIN_MODE', 'DATABASE_URL', 'PUBLIC_URL', 'FLORIN_DATA_DIR', 'FLORIN_SEED'];
    expect(parseConfig(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(parseConfig({}));
  });

  test('derives the public address from HOST and PORT, unless PUBLIC_URL is set', () => {
    for (const HOST of ['0.0.0.0', '::'])
      expect(parseConfig({ HOST, PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(parseConfig({ HOST: '::1', PORT: '8080' }).publicUrl).toBe('http://[::1]:8080');
    expect(parseConfig({ PUBLIC_URL: 'https://florin.example' }).publicUrl).toBe('https://florin.example');
  });

  test('normalizes PUBLIC_URL to an origin', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://florin.example/' }).publicUrl).toBe('https://florin.example');
    expect(parseConfig({ PUBLIC_URL: 'HTTPS://Florin.example:443' }).publicUrl).toBe('https://florin.example');
    expect(parseConfig({ PUBLIC_URL: 'http://10.0.0.5:8080' }).publicUrl).toBe('http://10.0.0.5:8080');
  });

  test.each([
    'florin.example',
    'localhost:3000',
    'ftp://florin.example',
    'https://',
    'https://florin.example/wallet',
    'https://florin.example/?a=b',
    'https://florin.example/#top',
    'https://ada:hunter2@florin.example',
  ])('rejects %j as PUBLIC_URL', (url) => {
    expect(problemsOf({ PUBLIC_URL: url })).toEqual([
      expect.stringMatching(/^PUBLIC_URL must be an http\(s\) address/),
    ]);
    expect(problemsOf({ PUBLIC_URL: url }).join()).not.toContain('hunter2');
  });

  test('lists every setting in docs/operate/settings.md', () => {
    const asked = new Set<string>();
    const env = { PRICE_FEED: 'coingecko', EXCHANGE_RATES: 'ecb', METRICS_PORT: '9464' }; // these make the parser read further settings
    parseConfig(
      new Proxy<Record<string, string>>(env, {
        get: (target, name) => {
          asked.add(String(name));
          return target[String(name)];
        },
      }),
    );
    const page = readFileSync(new URL('../../../docs/operate/settings.md', import.meta.url), 'utf8');
    const rows = page.split('\n').filter((line) => /^\|\s*`/.test(line));
    const listed = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z_]+/g) ?? []);
    expect([...asked].filter((name) => !listed.includes(name))).toEqual([]);
  });

  test('resolves a relative data folder from the working directory', () => {
    const dataDir = path.resolve('data');
    expect(parseConfig({ FLORIN_DATA_DIR: 'data' })).toMatchObject({ dataDir, dataDirChosen: true });
  });

  test('derives the sender and support addresses of mail', () => {
    expect(parseConfig({ PUBLIC_URL: 'https://pay.florin.example:8443' }).mailFrom).toBe('no-reply@pay.florin.example');
    expect(parseConfig({ MAIL_FROM: 'hello@florin.example' }).mailFrom).toBe('hello@florin.example');
    for (const from of ['hello@florin.example', 'Florin <hello@florin.example>'])
      expect(parseConfig({ MAIL_FROM: from }).supportEmail).toBe('support@florin.example');
    expect(parseConfig({ SUPPORT_EMAIL: 'help@florin.example' }).supportEmail).toBe('help@florin.example');
  });

  test.each(['mail.example', 'https://mail.example', 'hunter2'])(
    'rejects the mail server %j without repeating it',
    (url) => {
      expect(problemsOf({ SMTP_URL: url })).toEqual([expect.stringMatching(/^SMTP_URL must be smtp:/)]);
      expect(problemsOf({ SMTP_URL: url }).join()).not.toContain(url);
    },
  );

  test('uses no file scanner unless FILE_SCANNER is set', () => {
    expect(parseConfig({}).fileScanner).toBeUndefined();
    const scannerAt = (text: string) => parseConfig({ FILE_SCANNER: text }).fileScanner;
    expect(scannerAt('tcp://10.0.0.5:3310')).toEqual({ host: '10.0.0.5', port: 3310 });
    expect(scannerAt('tcp://[::1]:3310')).toEqual({ host: '::1', port: 3310 });
    expect(scannerAt('unix:///run/clamav/clamd.ctl')).toEqual({ path: '/run/clamav/clamd.ctl' });
  });

  test.each(['on', 'tcp://10.0.0.5', 'clamd.ctl', '/run/clamav/clamd.ctl', 'unix:', 'http://10.0.0.5:3310'])(
    'rejects %j as the address of the file scanner',
    (text) => {
      expect(problemsOf({ FILE_SCANNER: text })).toEqual([
        expect.stringMatching(/^FILE_SCANNER must be the address of ClamAV/),
      ]);
    },
  );

  test('allows a sandbox without mail', () => {
    expect(parseConfig({ FLORIN_MAIL: 'off' }).mail).toBe(false);
  });

  test('requires email confirmation in a sandbox only with FLORIN_EMAIL_CONFIRMATION=on', () => {
    expect(parseConfig({}).emailConfirmation).toBe(false);
    expect(parseConfig({ FLORIN_EMAIL_CONFIRMATION: 'on' }).emailConfirmation).toBe(true);
  });

  test.each(['x', '-1', '65536', '80.5', '3000,3001'])('rejects the port %j', (PORT) => {
    expect(problemsOf({ PORT })).toEqual([`PORT must be 0 to 65535, not "${PORT}".`]);
  });

  test('reports all settings with invalid choices at once', () => {
    expect(
      problemsOf({ FLORIN_MODE: 'production', FLORIN_SEED: 'yes', FLORIN_RATE_LIMITS: 'no', PORT: 'x' }).toSorted(),
    ).toEqual([
      'FLORIN_MODE must be sandbox or live, not "production".',
      'FLORIN_RATE_LIMITS must be on or off, not "no".',
      'FLORIN_SEED must be on or off, not "yes".',
      'PORT must be 0 to 65535, not "x".',
    ]);
  });
});

describe('live mode', () => {
  test('live mode starts with all required settings, and is never seeded', () => {
    expect(parseConfig({ FLORIN_PAST_PRICES: 'off' }).pastPrices).toBe(false);
    expect(parseConfig({ ...live, FLORIN_SEED: 'on' })).toMatchObject({ mode: 'live', seed: false, rateLimits: true });
  });

  test('live mode names all missing settings', () => {
    expect(problemsOf({ FLORIN_MODE: 'live' })).toEqual([
      'FLORIN_MODE=live needs FLORIN_CONFIG: the file with your bank accounts.',
      'FLORIN_MODE=live needs PUBLIC_URL: the public address of this server.',
      'FLORIN_MODE=live needs SMTP_URL: a mail server.',
      'FLORIN_MODE=live needs FLORIN_MASTER_KEY: the key that encrypts personal data.',
      'FLORIN_MODE=live needs PRICE_FEED: a live price feed.',
      'FLORIN_MODE=live needs EXCHANGE_RATES: a source of exchange rates.',
    ]);
  });

  test.each(Object.keys(live).filter((name) => name !== 'FLORIN_MODE'))(
    'live mode does not start without %s',
    (name) => {
      expect(problemsOf({ ...live, [name]: '' })).toEqual([expect.stringContaining(`needs ${name}:`)]);
    },
  );

  test('live mode does not start without an account that members can pay to', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'florin-config-'));
    const FLORIN_CONFIG = path.join(folder, 'florin.json');
    try {
      writeFileSync(FLORIN_CONFIG, readFileSync(live.FLORIN_CONFIG, 'utf8').replace('safeguarding', 'own_funds'));
      expect(problemsOf({ ...live, FLORIN_CONFIG })).toEqual([
        'FLORIN_MODE=live needs an operator account with the purpose "safeguarding" in FLORIN_CONFIG: members pay to it.',
      ]);
      expect(problemsOf({ ...live, FLORIN_CONFIG: `${FLORIN_CONFIG}.missing` })).toEqual([
        expect.stringContaining('cannot be read'),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  // Rules: identity-1
  test('live mode does not start without email confirmation', () => {
    expect(parseConfig(live).emailConfirmation).toBe(true);
    expect(problemsOf({ ...live, FLORIN_EMAIL_CONFIRMATION: 'off' })).toEqual([
      'FLORIN_EMAIL_CONFIRMATION=off is for the sandbox only.',
    ]);
  });

  // Rules: security-3
  test.each([
    ['FLORIN_MAIL', 'off'],
    ['FLORIN_RATE_LIMITS', 'off'],
    ['FLORIN_PASSWORD_COST', 'least'],
  ])('live mode does not start with %s=%s', (name, value) => {
    expect(problemsOf({ ...live, [name]: value })).toEqual([`${name}=${value} is for the sandbox only.`]);
  });
});

describe('the networks of webhooks', () => {
  test.each([
    [{}, 'loopback'],
    [{ HOST: '0.0.0.0' }, 'public'],
    [{ FLORIN_WEBHOOK_PRIVATE_NETWORKS: 'off' }, 'public'],
    [{ HOST: '0.0.0.0', FLORIN_WEBHOOK_PRIVATE_NETWORKS: 'loopback' }, 'loopback'],
    [{ FLORIN_WEBHOOK_PRIVATE_NETWORKS: 'on' }, 'private'],
  ])('the webhooks of a sandbox with the settings %j reach these networks: %s', (env, reach) => {
    expect(parseConfig(env).webhookReach).toBe(reach);
  });

  test('live mode rejects webhooks to private networks', () => {
    expect(() => parseConfig({ FLORIN_MODE: 'live', FLORIN_WEBHOOK_PRIVATE_NETWORKS: 'on' })).toThrow(
      'FLORIN_WEBHOOK_PRIVATE_NETWORKS must be off in live mode, not "on".',
    );
  });
});

import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeEach, describe, expect, test } from 'vitest';
import { registry } from '../metrics/registry.ts';
import { serveCspReports } from './csp-reports.ts';
import { createHttpServer } from './server.ts';
import { pagePolicy, pageReports } from './security-headers.ts';

const lines: string[] = [];
const sink = new Writable({
  write(chunk: Buffer, _encoding, done) {
    lines.push(chunk.toString());
    done();
  },
});
type Http = Awaited<ReturnType<typeof createHttpServer>>;
let http: Http;
beforeEach(async () => {
  lines.length = 0;
  http = await createHttpServer({ logger: pino({ level: 'warn' }, sink), publicUrl: '' });
  await serveCspReports(http, () => 1_000);
  http.post('/other', async () => 'taken');
  return () => http.close();
});

const secret = 'canary-5f1d';
const violation = {
  documentURL: `https://florin.example/pay/${secret}@example.com?note=${secret}#${secret}`,
  effectiveDirective: 'script-src-elem',
  blockedURL: `https://evil.example/${secret}.js?token=${secret}`,
  sourceFile: `https://florin.example/assets/app-Bx1.js?${secret}`,
  lineNumber: 12,
  sample: secret,
  originalPolicy: secret,
  referrer: secret,
};
const report = (body: object = violation, type = 'csp-violation') => ({
  type,
  age: 5,
  url: secret,
  user_agent: secret,
  body,
});

const post = (payload: unknown, type = 'application/reports+json') =>
  http.inject({
    method: 'POST',
    url: '/csp-reports',
    headers: { 'content-type': type },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const written = () =>
  lines.map((line) => JSON.parse(line) as { event?: string; reports?: object[]; left_out?: number });

async function counted(fate: string): Promise<number> {
  const { values } = (await registry.getSingleMetric('florin_csp_reports_total')?.get()) ?? { values: [] };
  return values.find(({ labels }) => labels['fate'] === fate)?.value ?? 0;
}

describe('a content security policy report', () => {
  // Rules: security-13
  test('logs a policy report without names or page content', async () => {
    const before = await counted('logged');
    expect((await post([report()])).statusCode).toBe(204);
    expect(lines.join('')).not.toContain(secret);
    expect(written()).toMatchObject([
      {
        event: 'csp-report',
        reports: [
          {
            directive: 'script-src-elem',
            blocked: 'https://evil.example',
            page: '/pay',
            source: '/assets/app-Bx1.js',
            line: 12,
          },
        ],
        left_out: 0,
      },
    ]);
    expect(await counted('logged')).toBe(before + 1);
  });

  test('accepts a policy report in the report-uri format', async () => {
    const csp = {
      'document-uri': `https://florin.example/transactions?id=${secret}`,
      'violated-directive': 'style-src-attr',
      'blocked-uri': 'inline',
      'script-sample': secret,
    };
    expect((await post({ 'csp-report': csp }, 'application/csp-report')).statusCode).toBe(204);
    expect(written()[0]?.reports).toEqual([
      { directive: 'style-src-attr', blocked: 'inline', page: '/transactions', source: '', line: 0 },
    ]);
    expect(lines.join('')).not.toContain(secret);
  });

  test('logs only the scheme of addresses that are not web addresses', async () => {
    const strange = {
      ...violation,
      documentURL: 'about:blank',
      blockedURL: `data:text/html,${secret}`,
      sourceFile: secret,
    };
    await post([
      report(strange),
      report({ ...strange, sourceFile: `chrome-extension://${secret}/x.js`, lineNumber: null }),
    ]);
    expect(written()[0]?.reports).toMatchObject([
      { blocked: 'data:', source: 'other' },
      { source: 'chrome-extension:', line: 0 },
    ]);
    expect(lines.join('')).not.toContain(secret);
  });

  test.each([
    ['an empty list', '[]', 400],
    ['another kind of report', [report({}, 'deprecation')], 400],
    ['a string', '"x"', 400],
    ['invalid JSON', '{', 400],
    ['more than 16 KB', [report({ ...violation, sample: 'x'.repeat(17_000) })], 413],
  ])('rejects %s as a report and does not log it', async (_what, payload, status) => {
    expect((await post(payload)).statusCode).toBe(status);
    expect(written()).toEqual([]);
  });

  test('accepts the report content types only at the report address', async () => {
    expect((await post([report()], 'application/json')).statusCode).toBe(415);
    const elsewhere = { method: 'POST', url: '/other', headers: { 'content-type': 'application/csp-report' } } as const;
    expect((await http.inject({ ...elsewhere, payload: '{}' })).statusCode).toBe(415);
  });

  // Rules: security-13
  test('logs five policy reports per list and five requests per second, and counts the rest', async () => {
    const before = [await counted('logged'), await counted('left out')];
    await post(Array.from({ length: 20 }, () => report()));
    expect(written()[0]?.reports).toHaveLength(5);
    const statuses: number[] = [];
    for (let n = 0; n < 7; n++) statuses.push((await post([report()])).statusCode);
    expect(statuses).toEqual([204, 204, 204, 204, 429, 429, 429]);
    expect(written()).toHaveLength(5);
    expect([await counted('logged'), await counted('left out')]).toEqual([(before[0] ?? 0) + 5, (before[1] ?? 0) + 3]);
  });

  test('includes the reporting address in the policy of each page', () => {
    expect(pagePolicy('x')).toContain('; report-to csp; report-uri /csp-reports');
    expect(pageReports).toEqual({ 'reporting-endpoints': 'csp="/csp-reports"' });
  });
});

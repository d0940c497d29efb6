import * as z from 'zod/mini';

/** What is kept of a report: nothing that was typed, and of an address neither the person in it nor what follows a `?`. */
export type CspReport = {
  /** `script-src-elem` */
  readonly directive: string;
  /** `inline`, or the scheme and host of what was not loaded. */
  readonly blocked: string;
  /** The first part of the path: `/pay` of `/pay/ines@example.com?amount=5`. */
  readonly page: string;
  /** A file of ours, or the scheme and host of another. */
  readonly source: string;
  readonly line: number;
};

const mostOfOneBody = 5;

const text = z._default(z.string().check(z.maxLength(4_000)), '');
const line = z._default(z.number(), 0);

/** Of the Reporting API, which comes in lists. */
const reported = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: text,
    effectiveDirective: text,
    blockedURL: text,
    sourceFile: z.nullish(z.string()),
    lineNumber: z.nullish(z.number()),
  }),
});

/** Of `report-uri`, which Firefox and Safari know. */
const older = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': z._default(z.string(), ''),
    'line-number': line,
  }),
});

/** Empty where it holds no report. */
export function readCspReports(body: unknown): CspReport[] {
  const one = z.safeParse(older, body);
  if (one.success) {
    const report = one.data['csp-report'];
    return [
      kept(
        report['document-uri'],
        report['violated-directive'],
        report['blocked-uri'],
        report['source-file'],
        report['line-number'],
      ),
    ];
  }
  return (Array.isArray(body) ? body : []).slice(0, mostOfOneBody).flatMap((item: unknown) => {
    const found = z.safeParse(reported, item);
    if (!found.success) return [];
    const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = found.data.body;
    return [kept(documentURL, effectiveDirective, blockedURL, sourceFile ?? '', lineNumber ?? 0)];
  });
}

const kept = (page: string, directive: string, blocked: string, source: string, at: number): CspReport => ({
  directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'other',
  blocked: originOf(blocked),
  page: URL.parse(page)?.pathname.split('/').slice(0, 2).join('/').slice(0, 40) ?? '',
  source: /^https?:\/\/[^/?#]+(\/assets\/[\w.-]{1,100})/.exec(source)?.[1] ?? originOf(source),
  line: Number.isSafeInteger(at) ? at : 0,
});

/** `inline` and its like are words, not addresses. */
function originOf(address: string): string {
  if (/^[a-z-]{0,30}$/.test(address)) return address;
  const url = URL.parse(address);
  if (!url) return 'other';
  return (/^https?:$/.test(url.protocol) ? url.origin : url.protocol).slice(0, 100);
}

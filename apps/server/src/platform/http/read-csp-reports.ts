import * as z from 'zod/mini';

/** The logged part of a report: no page content, and no personal data or query of an address. */
export type CspReport = {
  /** `script-src-elem` */
  readonly directive: string;
  /** `inline`, or the scheme and host of the blocked resource. */
  readonly blocked: string;
  /** The first part of the path: `/pay` of `/pay/ines@example.com?amount=5`. */
  readonly page: string;
  /** A path of our own assets, or the scheme and host of another source. */
  readonly source: string;
  readonly line: number;
};

const maxPerBody = 5;

const text = z._default(z.string().check(z.maxLength(4_000)), '');
const line = z._default(z.number(), 0);

/** The format of the Reporting API, which sends lists. */
const reportingApiReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({
    documentURL: text,
    effectiveDirective: text,
    blockedURL: text,
    sourceFile: z.nullish(z.string()),
    lineNumber: z.nullish(z.number()),
  }),
});

/** The format of `report-uri`, for Firefox and Safari. */
const reportUriReport = z.object({
  'csp-report': z.object({
    'document-uri': text,
    'violated-directive': text,
    'blocked-uri': text,
    'source-file': z._default(z.string(), ''),
    'line-number': line,
  }),
});

/** Returns the reports in a body, or an empty list if it contains none. */
export function readCspReports(body: unknown): CspReport[] {
  const legacy = z.safeParse(reportUriReport, body);
  if (legacy.success) {
    const report = legacy.data['csp-report'];
    return [
      reportOf(
        report['document-uri'],
        report['violated-directive'],
        report['blocked-uri'],
        report['source-file'],
        report['line-number'],
      ),
    ];
  }
  return (Array.isArray(body) ? body : []).slice(0, maxPerBody).flatMap((item: unknown) => {
    const found = z.safeParse(reportingApiReport, item);
    if (!found.success) return [];
    const { documentURL, effectiveDirective, blockedURL, sourceFile, lineNumber } = found.data.body;
    return [reportOf(documentURL, effectiveDirective, blockedURL, sourceFile ?? '', lineNumber ?? 0)];
  });
}

const reportOf = (page: string, directive: string, blocked: string, source: string, at: number): CspReport => ({
  directive: /^[a-z-]{1,40}/.exec(directive)?.[0] ?? 'other',
  blocked: originOf(blocked),
  page: URL.parse(page)?.pathname.split('/').slice(0, 2).join('/').slice(0, 40) ?? '',
  source: /^https?:\/\/[^/?#]+(\/assets\/[\w.-]{1,100})/.exec(source)?.[1] ?? originOf(source),
  line: Number.isSafeInteger(at) ? at : 0,
});

/** Words such as `inline` are returned as they are. */
function originOf(address: string): string {
  if (/^[a-z-]{0,30}$/.test(address)) return address;
  const url = URL.parse(address);
  if (!url) return 'other';
  return (/^https?:$/.test(url.protocol) ? url.origin : url.protocol).slice(0, 100);
}

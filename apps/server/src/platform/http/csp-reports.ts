import type { FastifyInstance } from 'fastify';
import { logRateLimit } from '../log-rate-limit.ts';
import { counter } from '../metrics/registry.ts';
import { Refusal } from '../refusal.ts';
import { readCspReports } from './read-csp-reports.ts';
import { parseJsonBody } from './json-body.ts';
import { cspReportsPath } from './security-headers.ts';

const maxReportBytes = 16 * 1024;
/** Anyone can send reports without an account. Reports above this rate are counted but not logged. */
const linesPerSecond = 5;

const reports = counter('florin_csp_reports_total', 'Content security policy reports from browsers, by outcome', [
  'fate',
]);

/**
 * Receives the browsers' reports about violations of the content security policy. Logs the violated rule, the screen
 * and the source, but no content of the address or the page. Not part of the contract, because only browsers call this
 * route.
 */
export async function serveCspReports(http: FastifyInstance, now: () => number = Date.now) {
  const countDropped = logRateLimit(linesPerSecond, now);
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/reports+json', 'application/csp-report'],
      { parseAs: 'string', bodyLimit: maxReportBytes },
      async (_request: unknown, text: string) => parseJsonBody(text),
    );
    scope.post(cspReportsPath, async (request, reply) => {
      const found = readCspReports(request.body);
      if (found.length === 0) {
        reports.inc({ fate: 'unreadable' });
        throw new Refusal('malformed_body', 'This is not a content security policy report.');
      }
      const dropped = countDropped();
      reports.inc({ fate: dropped === undefined ? 'left out' : 'logged' });
      if (dropped === undefined) throw new Refusal('too_many_requests', 'Too many reports.', { retryAfterSeconds: 1 });
      request.log.warn(
        { event: 'csp-report', reports: found, left_out: dropped },
        'a page violated its content security policy',
      );
      return reply.code(204).send();
    });
  });
}

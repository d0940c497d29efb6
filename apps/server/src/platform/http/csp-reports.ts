import type { FastifyInstance } from 'fastify';
import { atMostPerSecond } from '../at-most-per-second.ts';
import { counter } from '../metrics/registry.ts';
import { Refusal } from '../refusal.ts';
import { readCspReports } from './read-csp-reports.ts';
import { parseJsonBody } from './json-body.ts';
import { cspReportsPath } from './security-headers.ts';

const maxReportBytes = 16 * 1024;
/** Anybody can send them, without an account: what is beyond this rate is counted and not written down. */
const linesPerSecond = 5;

const reports = counter('florin_csp_reports_total', 'What browsers sent about breaches of the page’s policy', ['fate']);

/**
 * Where browsers say what the content security policy of a page kept from happening. A report is a line of the log: which
 * rule, on which screen, and where it came from, without what was in the address or in the page. No part of the contract:
 * the browser alone asks for it, unasked.
 */
export async function serveCspReports(http: FastifyInstance, now: () => number = Date.now) {
  const mayWrite = atMostPerSecond(linesPerSecond, now);
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
        throw new Refusal('malformed_body', 'This is no report of a content security policy.');
      }
      const leftOut = mayWrite();
      reports.inc({ fate: leftOut === undefined ? 'left out' : 'logged' });
      if (leftOut === undefined)
        throw new Refusal('too_many_requests', 'There are many reports.', { retryAfterSeconds: 1 });
      request.log.warn(
        { event: 'csp-report', reports: found, left_out: leftOut },
        'a page broke its content security policy',
      );
      return reply.code(204).send();
    });
  });
}

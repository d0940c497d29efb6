import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCall } from './is-call.ts';

/** For answers that are not pages: nothing may be loaded by them or framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For a page of somebody's words that our own pages show in a frame: nothing in it runs or is fetched, and links open elsewhere. */
const framedPageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** For answers of a type that a browser would open as a page; the others are data. */
export const mediaHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/octet-stream': { 'content-security-policy': 'sandbox' },
  'text/html': framedPageHeaders,
};

/** For the app's page. Libraries that add a style sheet at run time carry the nonce of the page they run in. */
export const pagePolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The only text that may become code is the address of our own worker (apps/web/src/api/service-worker.ts).
    'trusted-types service-worker',
    // The second is for browsers that do not know the first.
    'report-to csp',
    `report-uri ${cspReportsPath}`,
  ].join('; ');

export const cspReportsPath = '/csp-reports';

/** Goes with each page: the address that its policy calls `csp`. */
export const pageReports = { 'reporting-endpoints': `csp="${cspReportsPath}"` };

const dataHeaders = {
  'content-security-policy': dataPolicy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

const twoYears = 63_072_000;

/** The headers of every answer, errors included. HSTS only where people reach the server by HTTPS. */
export const headersOfAll = ({ publicUrl }: { publicUrl: string }): Readonly<Record<string, string>> => ({
  ...dataHeaders,
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${twoYears}; includeSubDomains` } : {}),
});

/** Sets them. */
export function securityHeaders(options: { publicUrl: string }) {
  const ofAll = headersOfAll(options);
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(ofAll);
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { isCall } from './is-call.ts';

/** For responses that are not pages: they may load nothing and cannot be framed. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** For a page of foreign content in a frame of our own pages: no scripts, no requests, and links open in a new window. */
const framedPageHeaders = {
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'x-frame-options': 'SAMEORIGIN',
} as const;

/** For responses that a browser would open as a page. All others are data. */
export const mediaHeaders: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'application/octet-stream': { 'content-security-policy': 'sandbox' },
  'text/html': framedPageHeaders,
};

/** For the app's pages. Libraries that add a style sheet at run time use the page's nonce. */
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
    // Only the address of our own worker may become code (apps/web/src/api/service-worker.ts).
    'trusted-types service-worker',
    // report-uri is for browsers without report-to.
    'report-to csp',
    `report-uri ${cspReportsPath}`,
  ].join('; ');

export const cspReportsPath = '/csp-reports';

/** Sent with each page: the address of the reporting endpoint `csp` in its policy. */
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

/** Returns the headers of every response, including errors. HSTS only if PUBLIC_URL uses HTTPS. */
export const headersOfAll = ({ publicUrl }: { publicUrl: string }): Readonly<Record<string, string>> => ({
  ...dataHeaders,
  ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': `max-age=${twoYears}; includeSubDomains` } : {}),
});

/** Returns a function that sets these headers on a response. */
export function securityHeaders(options: { publicUrl: string }) {
  const ofAll = headersOfAll(options);
  return (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(ofAll);
    if (isCall(request.url)) reply.header('cache-control', 'no-store');
  };
}

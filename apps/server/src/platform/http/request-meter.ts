import { counter, gauge, histogram, secondsBuckets } from '../metrics/registry.ts';
import type { Answered } from './watch-requests.ts';

const requests = counter('florin_http_requests_total', 'Finished requests, by route pattern and status', [
  'method',
  'route',
  'status',
]);

const duration = histogram(
  'florin_http_request_duration_seconds',
  'Duration of requests until the end of the response, without event streams',
  secondsBuckets,
  ['method', 'route'],
);

const inFlight = gauge('florin_http_requests_in_flight', 'Requests in progress, including event streams');

/** Counts and measures requests. */
export const requestMeter = {
  begins: () => inFlight.inc(),
  ends({ method, route, status, ms, isStream }: Omit<Answered, 'request'>) {
    inFlight.dec();
    requests.inc({ method, route, status });
    if (!isStream) duration.observe({ method, route }, ms / 1_000);
  },
};

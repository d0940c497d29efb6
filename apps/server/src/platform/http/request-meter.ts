import { counter, gauge, histogram, secondsBuckets } from '../metrics/registry.ts';
import type { Answered } from './watch-requests.ts';

const requests = counter('florin_http_requests_total', 'Requests that are over, by route pattern and status', [
  'method',
  'route',
  'status',
]);

const duration = histogram(
  'florin_http_request_duration_seconds',
  'From the request to the end of its answer, event streams left out',
  secondsBuckets,
  ['method', 'route'],
);

const inFlight = gauge('florin_http_requests_in_flight', 'Requests that have no complete answer yet, streams included');

/** Counts and measures requests. */
export const requestMeter = {
  begins: () => inFlight.inc(),
  ends({ method, route, status, ms, isStream }: Omit<Answered, 'request'>) {
    inFlight.dec();
    requests.inc({ method, route, status });
    if (!isStream) duration.observe({ method, route }, ms / 1_000);
  },
};

import { counter, gauge } from '../metrics/registry.ts';
import type { AdmissionFigures } from './admission.ts';

const rejected = counter('florin_http_shed_total', 'Calls rejected because the server was overloaded');
const limit = gauge('florin_http_admission_limit', 'Current maximum of concurrent calls');
const inProgress = gauge('florin_http_calls_under_way', 'Calls in progress, without open event streams');

/** Updates the admission metrics. Called when the metrics are read. */
export function measureAdmission(figures: AdmissionFigures) {
  rejected.reset();
  rejected.inc(figures.shed);
  limit.set(figures.limit);
  inProgress.set(figures.inFlight);
}

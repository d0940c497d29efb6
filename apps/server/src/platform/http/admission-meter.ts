import { counter, gauge } from '../metrics/registry.ts';
import type { AdmissionFigures } from './admission.ts';

const shed = counter(
  'florin_http_shed_total',
  'Calls that were turned away at the door, as there was no room for them',
);
const limit = gauge('florin_http_admission_limit', 'How many calls may be under way at once right now');
const underWay = gauge('florin_http_calls_under_way', 'Calls that are under way, open event streams left out');

/** To be called when somebody asks for metrics. */
export function measureAdmission(figures: AdmissionFigures) {
  shed.reset();
  shed.inc(figures.shed);
  limit.set(figures.limit);
  underWay.set(figures.inFlight);
}

import { isListOf, isRecord } from './is-json.ts';
import { pauses, type PriceTick } from './markets.ts';
import { eventTopics, type EventTopic } from './notifications.ts';

// Hand-written checks, like the checks of an error body. These checks are in a separate file, because the sign-in pages
// have no events.

/** Reads a `changedEvent`. */
export function readChanged(
  json: unknown,
): { topics: readonly EventTopic[]; version?: string | undefined } | undefined {
  if (!isRecord(json) || !isListOf(json['topics'], isTopic)) return undefined;
  const { topics, version } = json;
  if (version === undefined) return { topics };
  return typeof version === 'string' ? { topics, version } : undefined;
}

/** Reads a `pricesEvent`. */
export const readTicks = (json: unknown): readonly PriceTick[] | undefined =>
  isListOf(json, isTick) ? json : undefined;

const isTopic = (value: unknown): value is EventTopic => eventTopics.some((topic) => topic === value);

const isTick = (value: unknown): value is PriceTick =>
  isRecord(value) &&
  ['symbol', 'price_exact', 'updated_at'].every((name) => typeof value[name] === 'string') &&
  ['price', 'change'].every((name) => Number.isFinite(value[name])) &&
  (value['paused'] === null || pauses.some((pause) => pause === value['paused']));

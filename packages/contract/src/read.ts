import { pauses, type PriceTick } from './markets.ts';
import { eventTopics, type EventTopic } from './notifications.ts';
import { factorKinds, refusalStatus, type ErrorCode, type Factor, type ReadErrorBody } from './refusal.ts';

// Hand-written checks for data that every page reads, so the sign-in pages load no schema library. A test compares
// these checks with the schemas.

/** Reads an error body. Returns undefined without a `detail` text. Leaves out other fields that are unreadable. */
export function readErrorBody(json: unknown): ReadErrorBody | undefined {
  if (!isRecord(json)) return undefined;
  const { detail, code, request_id, fields, factors } = json;
  if (typeof detail !== 'string' || detail.trim() === '') return undefined;
  return {
    detail,
    ...(isErrorCode(code) && { code }),
    ...(typeof request_id === 'string' && { request_id }),
    ...(isRecordOfTexts(fields) && { fields }),
    ...(isListOf(factors, isFactor) && { factors }),
  };
}

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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isListOf = <Item>(value: unknown, isItem: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(isItem);

const isRecordOfTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && (Object.hasOwn(refusalStatus, value) || value === 'internal_error');

const isFactor = (value: unknown): value is Factor => factorKinds.some((factor) => factor === value);

const isTopic = (value: unknown): value is EventTopic => eventTopics.some((topic) => topic === value);

const isTick = (value: unknown): value is PriceTick =>
  isRecord(value) &&
  ['symbol', 'price_exact', 'updated_at'].every((name) => typeof value[name] === 'string') &&
  ['price', 'change'].every((name) => Number.isFinite(value[name])) &&
  (value['paused'] === null || pauses.some((pause) => pause === value['paused']));

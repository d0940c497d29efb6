import { isListOf, isRecord } from './is-json.ts';
import { factorKinds, refusalStatus, type ErrorCode, type Factor, type ReadErrorBody } from './refusal.ts';

// Hand-written checks for data that every page reads, so the sign-in pages load no schema library. A test compares
// these checks with the schemas.

/** Reads an error body. Returns undefined without a `detail` text. Leaves out other unreadable fields. */
export function readErrorBody(json: unknown): ReadErrorBody | undefined {
  if (!isRecord(json)) return undefined;
  const { detail, code, request_id, fields, factors, url } = json;
  if (typeof detail !== 'string' || detail.trim() === '') return undefined;
  return {
    detail,
    ...(isErrorCode(code) && { code }),
    ...(typeof request_id === 'string' && { request_id }),
    ...(isRecordOfTexts(fields) && { fields }),
    ...(isListOf(factors, isFactor) && { factors }),
    ...(typeof url === 'string' && { url }),
  };
}

const isRecordOfTexts = (value: unknown): value is Record<string, string> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && (Object.hasOwn(refusalStatus, value) || value === 'internal_error');

const isFactor = (value: unknown): value is Factor => factorKinds.some((factor) => factor === value);

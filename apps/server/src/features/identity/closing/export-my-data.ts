import { Readable } from 'node:stream';
import type { Pool } from '../../../platform/database/pool.ts';
import { countUse } from '../../../platform/use-counts.ts';
import type { Member } from '../member.ts';
import type { PersonalPart } from './personal-part.ts';

const exportLimit = {
  use: 'export',
  max: 5,
  seconds: 24 * 3_600,
  sentence: 'You can download your data five times a day. Try again tomorrow.',
} as const;

type Dependencies = {
  readonly pool: Pool;
  readonly rateLimits: boolean;
  readonly personalParts: readonly PersonalPart[];
};

/**
 * Streams all personal data of a member as one JSON document, so a long history needs little memory. Refusals:
 * `too_many_requests`.
 */
export async function exportMyData({ pool, rateLimits, personalParts }: Dependencies, member: Member) {
  if (rateLimits) await countUse(pool, member.id, exportLimit);
  const day = new Date().toISOString().slice(0, 10);
  return { stream: Readable.from(documentOf(member, personalParts)), filename: `florin-my-data-${day}.json` };
}

async function* documentOf(member: Member, parts: readonly PersonalPart[]): AsyncGenerator<string> {
  yield `{\n"exported_at": ${JSON.stringify(new Date().toISOString())}`;
  for (const { name, read } of parts) {
    if (!read) continue;
    yield `,\n${JSON.stringify(name)}: `;
    const data = read(member);
    if (isList(data)) yield* listOf(data);
    else yield JSON.stringify((await data) ?? null);
  }
  yield '\n}\n';
}

async function* listOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]' : '\n]';
}

const isList = (data: Promise<unknown> | AsyncIterable<unknown>): data is AsyncIterable<unknown> =>
  Symbol.asyncIterator in data;

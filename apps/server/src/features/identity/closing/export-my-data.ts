import { Readable } from 'node:stream';
import type { Pool } from '../../../platform/database/pool.ts';
import { countUse } from '../../../platform/use-limit.ts';
import type { Member } from '../member.ts';
import type { PersonalPart } from './personal-part.ts';

const exportLimit = {
  use: 'export',
  most: 5,
  seconds: 24 * 3_600,
  sentence: 'Your data can be downloaded five times a day. Please try again tomorrow.',
} as const;

type Dependencies = {
  readonly pool: Pool;
  readonly rateLimits: boolean;
  readonly personalParts: readonly PersonalPart[];
};

/**
 * Everything that is kept about a person as one JSON document, written as it is read, so that a long history needs no
 * memory. Refusals: `too_many_requests`.
 */
export async function exportMyData({ pool, rateLimits, personalParts }: Dependencies, member: Member) {
  if (rateLimits) await countUse(pool, member.id, exportLimit);
  const day = new Date().toISOString().slice(0, 10);
  return { stream: Readable.from(written(member, personalParts)), filename: `florin-my-data-${day}.json` };
}

async function* written(member: Member, parts: readonly PersonalPart[]): AsyncGenerator<string> {
  yield `{\n"exported_at": ${JSON.stringify(new Date().toISOString())}`;
  for (const { name, read } of parts) {
    if (!read) continue;
    yield `,\n${JSON.stringify(name)}: `;
    const data = read(member);
    if (isList(data)) yield* writtenList(data);
    else yield JSON.stringify((await data) ?? null);
  }
  yield '\n}\n';
}

async function* writtenList(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let between = '[\n';
  for await (const item of items) {
    yield between + JSON.stringify(item);
    between = ',\n';
  }
  yield between === '[\n' ? '[]' : '\n]';
}

const isList = (data: Promise<unknown> | AsyncIterable<unknown>): data is AsyncIterable<unknown> =>
  Symbol.asyncIterator in data;

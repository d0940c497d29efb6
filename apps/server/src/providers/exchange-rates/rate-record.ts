import type { MidRates } from '@florin/money';
import { SourceFailure } from '../polling/source-failure.ts';
import type { DatedRates, RatesPause } from './exchange-rates.ts';
import { implausible, isNear, isSame, roughRates } from './rate-bounds.ts';
import type { KeptRates } from './rate-memory.ts';
import type { RateSource, SourceRates } from './rate-source.ts';

/** The allowed difference between clocks. Rates from further in the future are rejected. */
const clockSkewMs = 60_000;

type Accepted = SourceRates & { readonly source: string };

/** The provider's state. Each answer replaces the whole state, so no reader sees half of an answer. */
export type RateRecord = {
  readonly accepted: Accepted | undefined;
  /** The newest answer and its channel. */
  readonly heard: { readonly mid: MidRates; readonly at: Date; readonly channel: string } | undefined;
  /** Rates far from the accepted ones, and the number of consecutive answers with them. */
  readonly doubt: { readonly mid: MidRates; readonly at: Date; readonly answers: number } | undefined;
};

export const emptyRecord: RateRecord = { accepted: undefined, heard: undefined, doubt: undefined };

/**
 * Returns the state after a restart. The age and the jump bound continue from the stored rates; a doubt starts over.
 * Rates that an earlier version accepted by wider bounds do not count.
 */
export function recordOf(kept: KeptRates | undefined): RateRecord {
  if (!kept || implausible(kept.mid) !== undefined) return emptyRecord;
  const { mid, at, saidAt, agesFrom, source, channel } = kept;
  return { accepted: { mid, at, agesFrom, source }, heard: { mid, at: saidAt, channel }, doubt: undefined };
}

/** Returns the part of a state that survives a restart. */
export function keptOf({ accepted, heard }: RateRecord): KeptRates | undefined {
  if (!accepted || !heard) return undefined;
  const { mid, at, agesFrom, source } = accepted;
  return { mid, at, saidAt: heard.at, agesFrom, source, channel: heard.channel };
}

export type Heard = {
  /** `known`: the answer contains no new rates. */
  readonly outcome: 'accepted' | 'known' | 'jump' | 'doubted' | 'confirmed';
  readonly record: RateRecord;
};

/**
 * Returns the state after an answer (docs/decisions/0082-validate-exchange-rates.md).
 *
 * @throws SourceFailure for rates that cannot be true
 */
export function hear(record: RateRecord, said: SourceRates, from: RateSource, receivedAt: Date): Heard {
  assertPossible(said, receivedAt);
  if (!isNews(record, said, from)) return { outcome: 'known', record };
  const at = new Date(Math.min(said.at.getTime(), receivedAt.getTime()));
  const { mid, agesFrom } = said;
  const heard = { mid, at: said.at, channel: from.channel };
  const accept = (outcome: 'accepted' | 'confirmed'): Heard => ({
    outcome,
    record: { accepted: { mid, at, agesFrom, source: from.name }, heard, doubt: undefined },
  });
  if (!record.accepted || isNear(record.accepted, { mid, at })) return accept('accepted');

  const { doubt } = record;
  const agrees = doubt !== undefined && isNear(doubt, { mid, at });
  // A correction with the same time does not count as a further answer.
  const counts = agrees && said.at > doubt.at ? 1 : 0;
  const answers = agrees ? doubt.answers + counts : 1;
  if (answers >= from.confirmingAnswers) return accept('confirmed');
  const outcome = agrees ? 'doubted' : 'jump';
  return { outcome, record: { accepted: record.accepted, heard, doubt: { mid, at: said.at, answers } } };
}

function assertPossible({ mid, at }: SourceRates, receivedAt: Date) {
  if (Number.isNaN(at.getTime())) throw new SourceFailure('the time of the rates is invalid');
  if (at.getTime() > receivedAt.getTime() + clockSkewMs)
    throw new SourceFailure('the time of the rates is in the future');
  const problem = implausible(mid);
  if (problem !== undefined) throw new SourceFailure(problem);
}

/**
 * Returns whether an answer is new. A later answer is new. A correction with the same time is new if it comes from the
 * channel of the first answer. While the first answer is doubted, any channel may correct it.
 */
function isNews({ heard, doubt }: RateRecord, said: SourceRates, from: RateSource): boolean {
  if (!heard || said.at > heard.at) return true;
  const mayCorrect = from.channel === heard.channel || doubt !== undefined;
  return said.at.getTime() === heard.at.getTime() && mayCorrect && !isSame(said.mid, heard.mid);
}

/** Returns the last accepted rates. Before the first answer, it returns rough rates that are too old to use. */
export function ratesOf({ accepted }: RateRecord): DatedRates {
  if (!accepted) return roughRates;
  return { ...accepted.mid, origin: { source: accepted.source, at: accepted.at } };
}

/** Rates from the future were recorded before this machine's clock was set back, so their age is unknown. */
export function pauseOf({ accepted, doubt }: RateRecord, now: Date, maxAgeHours: number): RatesPause | undefined {
  if (doubt) return 'jump';
  if (!accepted || accepted.at.getTime() > now.getTime() + clockSkewMs) return 'stale';
  return now.getTime() - accepted.agesFrom.getTime() > maxAgeHours * 3_600_000 ? 'stale' : undefined;
}

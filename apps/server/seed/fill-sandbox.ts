import { setTimeout as sleep } from 'node:timers/promises';
import { addMethod, listMethods } from '../src/features/funding/index.ts';
import { findMember, grantStanding, openAccount, type Member } from '../src/features/identity/index.ts';
import type { Command } from '../src/platform/http/route.ts';
import { digestBigint, digestUuid } from '../src/platform/digest.ts';
import type { Pool } from '../src/platform/database/pool.ts';
import { cast, type Character } from './cast.ts';
import { knowsThePast } from './past-market.ts';
import { playScene, type Stage } from './play-scene.ts';
import { isTrade, type DatedScene, type Scene } from './scene.ts';
import { story } from './story.ts';
import { commandOf, tellPast } from './tell-past.ts';
import { yearBefore } from './year.ts';

type Filling = {
  /** The day on which the sandbox is opened. */
  readonly now: Date;
  readonly say: (line: string) => void;
  /** How long the first prices are waited for: the cast buys coins. */
  readonly patienceMs: number;
};

/** The cast with the year that was and what happens today. Whether prices came, without which nothing is done. */
export async function fillSandbox(ownerPool: Pool, stage: Stage, { now, say, patienceMs }: Filling): Promise<boolean> {
  const year = yearBefore(now);
  if (!(await pricesCome(stage, coinsBoughtIn([...year.map(({ scene }) => scene), ...story]), patienceMs))) {
    say('No prices have come yet. The sandbox is filled with its cast at the next start.');
    return false;
  }
  say('Filling the sandbox with its cast');
  await fill(ownerPool, stage, year);
  return true;
}

const coinsBoughtIn = (scenes: readonly Scene[]): string[] => [
  ...new Set(scenes.flatMap((scene) => (scene.does === 'buys' ? [scene.symbol] : []))),
];

/** Simulated prices are there at once; real ones may take a moment, and may not come at all. */
async function pricesCome({ markets }: Stage, needed: readonly string[], patienceMs: number): Promise<boolean> {
  const until = performance.now() + patienceMs;
  while (markets.ticks(needed).some(({ paused }) => paused !== null)) {
    if (performance.now() > until) return false;
    await sleep(100);
  }
  return true;
}

async function fill(ownerPool: Pool, stage: Stage, year: readonly DatedScene[]): Promise<void> {
  const members: Member[] = [];
  for (const character of cast) members.push(await enter(stage, character));
  await tellPast(ownerPool, stage, { members, year });
  // A market's feed knows today's prices only: what would have been bought over the year is bought today.
  const late = knowsThePast(stage.feed) ? [] : year.filter(({ scene }) => isTrade(scene));
  for (const dated of late) await playScene(stage, members, dated.scene, commandOf(dated));
  for (const [place, scene] of story.entries()) await playScene(stage, members, scene, commandAt(place));
}

const commandAt = (place: number): Command => ({
  key: digestUuid('seed', String(place)),
  requestHash: digestBigint('seed', String(place)),
});

/** Everybody has a card, and whoever withdraws or adds money from a bank has an account there. */
async function enter({ pool, rail, ...stage }: Stage, character: Character): Promise<Member> {
  const known = await findMember(pool, character.email);
  const member = known ?? (await openAccount({ pool, ...stage }, character));
  const methods = await listMethods(pool, member.id);
  for (const token of tokensOf(character).slice(methods.length)) {
    const described = await rail.describe(token);
    if (described) await addMethod({ pool, payoutMethodWaitHours: 0 }, member, token, described);
  }
  return grantStanding(pool, member, character);
}

const tokensOf = ({ banks }: Character) => ['tok_visa', ...(banks ? ['tok_bank'] : [])];

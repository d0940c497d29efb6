import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { addMethod, listMethods } from '../src/features/funding/index.ts';
import { findMember, grantStanding, openAccount, type Member } from '../src/features/identity/index.ts';
import type { Command } from '../src/platform/http/route.ts';
import { digestBigint, digestUuid } from '../src/platform/digest.ts';
import type { Pool } from '../src/platform/database/pool.ts';
import { cast, type Character } from './cast.ts';
import { hasPastPrices } from './past-market.ts';
import { playScene, type Stage } from './play-scene.ts';
import { isTrade, type DatedScene, type Scene } from './scene.ts';
import { story } from './story.ts';
import { commandOf, seedPast } from './seed-past.ts';
import { yearBefore } from './year.ts';

type Filling = {
  /** The day on which the sandbox is opened. */
  readonly now: Date;
  readonly say: (line: string) => void;
  /** How long to wait for the first prices and exchange rates, which purchases and exchanges need. */
  readonly maxWaitMs: number;
};

/**
 * Creates the demo accounts with their past year and today's scenes. Returns false and does nothing if no prices or
 * exchange rates arrive.
 */
export async function fillSandbox(ownerPool: Pool, stage: Stage, { now, say, maxWaitMs }: Filling): Promise<boolean> {
  const year = yearBefore(now);
  if (!(await waitForPrices(stage, coinsBoughtIn([...year.map(({ scene }) => scene), ...story]), maxWaitMs))) {
    const missing = stage.rates.now().pause === undefined ? 'prices' : 'exchange rates';
    say(`No ${missing} are available yet. The demo accounts will be created at the next start.`);
    return false;
  }
  say('Creating the demo accounts');
  await fill(ownerPool, stage, year);
  return true;
}

const coinsBoughtIn = (scenes: readonly Scene[]): string[] => [
  ...new Set(scenes.flatMap((scene) => (scene.does === 'buys' ? [scene.symbol] : []))),
];

/** Waits for prices and rates. Simulated ones exist immediately; real ones can take a moment or not arrive. */
async function waitForPrices(
  { markets, rates }: Stage,
  needed: readonly string[],
  maxWaitMs: number,
): Promise<boolean> {
  const until = performance.now() + maxWaitMs;
  while (rates.now().pause !== undefined || markets.ticks(needed).some(({ paused }) => paused !== null)) {
    if (performance.now() > until) return false;
    await sleep(100);
  }
  return true;
}

async function fill(ownerPool: Pool, stage: Stage, year: readonly DatedScene[]): Promise<void> {
  const members: Member[] = [];
  for (const character of cast) members.push(await createCharacter(stage, character));
  await seedPast(ownerPool, stage, { members, year });
  // A real feed has only today's prices, so the year's trades happen today.
  const late = hasPastPrices(stage.feed) ? [] : year.filter(({ scene }) => isTrade(scene));
  for (const dated of late) await playScene(stage, members, dated.scene, commandOf(dated));
  for (const [place, scene] of story.entries()) await playScene(stage, members, scene, commandAt(place));
}

const commandAt = (place: number): Command => ({
  key: digestUuid('seed', String(place)),
  requestHash: digestBigint('seed', String(place)),
});

/** Creates a demo account with a card, and a bank account if the account withdraws or adds money by bank. */
async function createCharacter({ pool, rail, ...stage }: Stage, character: Character): Promise<Member> {
  const known = await findMember(pool, character.email);
  const member =
    known ?? (await openAccount({ pool, ...stage }, { ...character, id: await newId(stage.ledger, pool) }));
  const methods = await listMethods(pool, member.id);
  for (const token of tokensOf(character).slice(methods.length)) {
    const described = await rail.describe(token);
    if (described) await addMethod({ pool, payoutMethodWaitHours: 0 }, member, token, described);
  }
  return grantStanding(pool, member, character);
}

/** Returns an id whose money is in the main ledger, because the past of all demo accounts is one transaction there. */
async function newId(ledger: Stage['ledger'], main: Pool): Promise<string> {
  for (;;) {
    const id = uuidv7();
    if ((await ledger.booksOf(id)) === main) return id;
  }
}

const tokensOf = ({ banks }: Character) => ['tok_visa', ...(banks ? ['tok_bank'] : [])];

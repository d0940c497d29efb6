import { setTimeout as sleep } from 'node:timers/promises';
import { parseAmount, type Amount, type AssetCode } from '@florin/money';
import { addContact, changeContact, findContact } from '../src/features/contacts/index.ts';
import { addFunds, addMethod, listMethods } from '../src/features/funding/index.ts';
import { findMember, grantStanding, openAccount, type Member } from '../src/features/identity/index.ts';
import { listRequests, requestMoney } from '../src/features/requests/index.ts';
import { buyCoins, sellCoins } from '../src/features/trading/index.ts';
import { sendMoney } from '../src/features/transfers/index.ts';
import type { App } from '../src/app.ts';
import { digestBigint, digestUuid } from '../src/platform/digest.ts';
import type { Pool } from '../src/platform/database/pool.ts';
import { showPapers } from './show-papers.ts';
import { cast, story, type Character, type Scene } from './cast.ts';

type Dependencies = App['dependencies'];

/**
 * Fills a fresh sandbox with its cast, once. Each step has a key of its own, so that a start that was cut off goes on
 * where it stopped; of several nodes one does it and the others wait.
 *
 * @param patienceMs how long the first prices are waited for: the cast buys coins
 * @returns whether the cast is there
 */
export async function seedSandbox(
  ownerPool: Pool,
  dependencies: Dependencies,
  say: (line: string) => void,
  patienceMs = 30_000,
): Promise<boolean> {
  const client = await ownerPool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ seeded: boolean }>(
      'select seeded_at is not null as seeded from installation for update',
    );
    if (!rows[0]?.seeded) {
      if (!(await pricesCome(dependencies, patienceMs))) {
        say('No prices have come yet. The sandbox is filled with its cast at the next start.');
        await client.query('rollback');
        return false;
      }
      say('Filling the sandbox with its cast');
      await playStory(dependencies);
      await client.query('update installation set seeded_at = now()');
    }
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** Simulated prices are there at once; real ones may take a moment, and may not come at all. */
async function pricesCome({ markets }: Dependencies, patienceMs: number): Promise<boolean> {
  const needed = story.filter((scene) => scene.does === 'buys').map(({ symbol }) => symbol);
  const until = performance.now() + patienceMs;
  while (markets.ticks(needed).some(({ paused }) => paused !== null)) {
    if (performance.now() > until) return false;
    await sleep(100);
  }
  return true;
}

async function playStory(dependencies: Dependencies) {
  const members = new Map<string, Member>();
  for (const character of cast) members.set(character.email, await enter(dependencies, character));
  for (const [place, scene] of story.entries()) {
    const member = members.get(scene.who.email);
    if (!member) throw new Error(`${scene.who.name} is not in the cast`);
    await play(dependencies, member, scene, place);
  }
}

async function enter(dependencies: Dependencies, character: Character): Promise<Member> {
  const known = await findMember(dependencies.pool, character.email);
  const member = known ?? (await openAccount(dependencies, character));
  const methods = await listMethods(dependencies.pool, member.id);
  const visa = await dependencies.rail.describe('tok_visa');
  if (methods.length === 0 && visa) await addMethod(dependencies.pool, member.id, 'tok_visa', visa);
  return grantStanding(dependencies.pool, member, character);
}

async function play(dependencies: Dependencies, member: Member, scene: Scene, place: number) {
  const command = { key: digestUuid('seed', String(place)), requestHash: digestBigint('seed', String(place)) };
  switch (scene.does) {
    case 'adds funds': {
      const [method] = await listMethods(dependencies.pool, member.id);
      const amount = read(scene.currency, scene.amount);
      await addFunds(dependencies, member, command, { amount, methodId: method?.id ?? '' });
      return;
    }
    case 'sends':
      await sendMoney(dependencies, member, command, {
        recipientEmail: scene.to.email,
        amount: read(scene.currency, scene.amount),
        note: scene.note,
      });
      return;
    case 'buys':
      await buyCoins(dependencies, member, command, {
        symbol: scene.symbol,
        amount: read('USD', scene.amount),
        methodId: 'usd_balance',
        quoteId: undefined,
      });
      return;
    case 'sells': {
      const balances = await dependencies.ledger.balancesOf(member.id);
      const held = balances.find((balance) => balance.asset === scene.symbol)?.available ?? 0n;
      await sellCoins(dependencies, member, command, {
        coins: { asset: scene.symbol, units: (held * scene.share) / 100n },
        quoteId: undefined,
      });
      return;
    }
    case 'writes down':
      return writeDown(dependencies, member, scene);
    case 'asks':
      return ask(dependencies, member, scene);
    case 'shows papers':
      return showPapers(dependencies, member, scene.papers);
  }
}

type SceneOf<Does extends Scene['does']> = Extract<Scene, { does: Does }>;

async function writeDown(dependencies: Dependencies, member: Member, { whom, favorite }: SceneOf<'writes down'>) {
  const known = await findContact(dependencies.pool, member.id, whom.email);
  const contact = known ?? (await addContact(dependencies, member, whom));
  await changeContact(dependencies.pool, member.id, contact.id, { favorite });
}

async function ask(dependencies: Dependencies, member: Member, scene: SceneOf<'asks'>) {
  const asked = await listRequests(dependencies.pool, member);
  if (asked.some((request) => request.requester.id === member.id && request.note === scene.note)) return;
  await requestMoney(dependencies, member, {
    recipientEmail: scene.from.email,
    amount: read(scene.currency, scene.amount),
    note: scene.note,
  });
}

function read<Code extends AssetCode>(asset: Code, text: string): Amount<Code> {
  const { amount } = parseAmount(asset, text);
  if (!amount) throw new Error(`the story has an amount that is none: ${text}`);
  return amount;
}

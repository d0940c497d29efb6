import { parseAmount, type Amount, type AssetCode } from '@florin/money';
import type { App } from '../src/app.ts';
import { addContact, changeContact, findContact } from '../src/features/contacts/index.ts';
import { exchangeMoney } from '../src/features/exchange/index.ts';
import { addFunds, listMethods, settleBankOrders, withdraw } from '../src/features/funding/index.ts';
import type { Member } from '../src/features/identity/index.ts';
import { listRequests, payRequest, requestMoney } from '../src/features/requests/index.ts';
import { buyCoins, sellCoins } from '../src/features/trading/index.ts';
import { sendMoney } from '../src/features/transfers/index.ts';
import type { Command } from '../src/platform/http/route.ts';
import type { Character } from './cast.ts';
import type { Scene, SceneOf } from './scene.ts';
import { submitPapers } from './submit-papers.ts';

/** The dependencies of the commands. */
export type Stage = App['dependencies'];

/** Plays one scene through the command that a user would run. A second run with the same key changes nothing. */
export async function playScene(stage: Stage, cast: readonly Member[], scene: Scene, command: Command): Promise<void> {
  const member = memberIn(cast, scene.who);
  switch (scene.does) {
    case 'adds funds':
      return move(stage, member, command, { scene, by: addFunds, method: scene.from });
    case 'withdraws':
      return move(stage, member, command, { scene, by: withdraw, method: 'bank' });
    case 'settles bank orders':
      return settleBankOrders({ ...stage, callBackSeconds: 0 });
    case 'exchanges': {
      const order = { amount: read(scene.currency, scene.amount), to: scene.into, quoteId: undefined };
      await exchangeMoney(stage, member, command, order);
      return;
    }
    case 'sends': {
      const { to, note } = scene;
      const amount = read(scene.currency, scene.amount);
      await sendMoney(stage, member, command, { recipientEmail: to.email, amount, note, needsFactor: false });
      return;
    }
    case 'pays a request':
      return payNewRequest(stage, cast, command, scene);
    case 'buys': {
      const amount = read('USD', scene.amount);
      const order = { symbol: scene.symbol, amount, methodId: 'usd_balance', quoteId: undefined };
      await buyCoins(stage, member, command, order);
      return;
    }
    case 'sells':
      return sell(stage, member, command, scene);
    case 'saves a contact':
      return saveContact(stage, member, scene);
    case 'requests money':
      return requestOnce(stage, member, command, scene);
    case 'submits KYC':
      return submitPapers(stage, member, scene.papers);
  }
}

type Moving = {
  readonly scene: SceneOf<'adds funds' | 'withdraws'>;
  readonly by: typeof addFunds | typeof withdraw;
  readonly method: 'card' | 'bank';
};

async function move(stage: Stage, member: Member, command: Command, { scene, by, method: type }: Moving) {
  const methods = await listMethods(stage.pool, member.id);
  const method = methods.find((one) => one.type === type);
  if (!method) throw new Error(`${member.name} has no ${type}`);
  await by(stage, member, command, { amount: read(scene.currency, scene.amount), methodId: method.id });
}

async function payNewRequest(
  stage: Stage,
  cast: readonly Member[],
  command: Command,
  scene: SceneOf<'pays a request'>,
) {
  const { id } = await requestMoney(stage, memberIn(cast, scene.by), command, {
    recipientEmail: scene.who.email,
    amount: read(scene.currency, scene.amount),
    note: scene.note,
  });
  await payRequest(stage, memberIn(cast, scene.who), id, command, { needsFactor: false });
}

async function sell(stage: Stage, member: Member, command: Command, { symbol, share }: SceneOf<'sells'>) {
  const balances = await stage.ledger.balancesOf(member.id);
  const held = balances.find((balance) => balance.asset === symbol)?.available ?? 0n;
  const coins = { asset: symbol, units: (held * share) / 100n };
  await sellCoins(stage, member, command, { coins, quoteId: undefined, currency: 'USD' });
}

async function saveContact(stage: Stage, member: Member, { whom, favorite }: SceneOf<'saves a contact'>) {
  const known = await findContact(stage.pool, member.id, whom.email);
  const contact = known ?? (await addContact(stage, member, whom));
  await changeContact(stage.pool, member.id, contact.id, { favorite });
}

async function requestOnce(stage: Stage, member: Member, command: Command, scene: SceneOf<'requests money'>) {
  const asked = await listRequests(stage.pool, member);
  if (asked.some((request) => request.requester.id === member.id && request.note === scene.note)) return;
  await requestMoney(stage, member, command, {
    recipientEmail: scene.from.email,
    amount: read(scene.currency, scene.amount),
    note: scene.note,
  });
}

function memberIn(cast: readonly Member[], { name, email }: Character): Member {
  const member = cast.find((one) => one.email === email);
  if (!member) throw new Error(`${name} is not in the cast`);
  return member;
}

function read<Code extends AssetCode>(asset: Code, text: string): Amount<Code> {
  const { amount } = parseAmount(asset, text);
  if (!amount) throw new Error(`the story has an invalid amount: ${text}`);
  return amount;
}

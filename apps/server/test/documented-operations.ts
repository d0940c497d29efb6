import { randomUUID } from 'node:crypto';
import { endpoints, type Transaction } from '@florin/contract';
import { parseAmount, type Amount } from '@florin/money';
import { pino } from 'pino';
import { settleBankOrders } from '../src/features/funding/index.ts';
import { claimHeldSends } from '../src/features/transfers/index.ts';
import { askForMoney, pay } from './ask-for-money.ts';
import type { movingFeed } from './moving-feed.ts';
import { figuresOf, type Figures, type Flow } from './documented-flows.ts';
import { recordingRail } from './recording-rail.ts';
import type { TestApp, TestMember } from './test-app.ts';
import { aWhileLater, turnOnTwoFactor } from './two-factor.ts';

/** Ines does nearly everything; Jonas receives money. */
export type People = {
  readonly ines: TestMember;
  readonly jonas: TestMember;
  /** A member with two-factor authentication, without a recent confirmation, who has paid Jonas before. */
  readonly hana: TestMember;
  readonly cardId: string;
  readonly bankId: string;
  /** A member who is about to leave. */
  readonly leaver: TestMember;
  readonly market: ReturnType<typeof movingFeed>;
  /** Supplies coins from the owners to the inventory. */
  readonly supply: (coins: Amount) => Promise<void>;
  /** Completes all open bank orders. */
  readonly settle: () => Promise<void>;
  /** Signs up with an address, claims its held sends, and returns the new member's id. */
  readonly signUpAndClaim: (email: string) => Promise<string>;
};

export async function people(florin: TestApp, market: People['market']): Promise<People> {
  const ines = await florin.confirm(await florin.signUpWith('1500.00', 'Ines'));
  const [jonas, hana] = [await florin.signUp('Jonas'), await florin.signUpWith('500.00', 'Hana')];
  await hana.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '1.00' } });
  await turnOnTwoFactor(hana);
  await aWhileLater(florin, hana);
  const [card] = await ines.client.call(endpoints.listPaymentMethods);
  if (!card) throw new Error('Ines has added a card');
  const bank = await ines.client.call(endpoints.addPaymentMethod, { body: { token: 'tok_bank' } });
  const { dependencies } = florin.app;
  return {
    ines,
    jonas,
    hana,
    leaver: await florin.signUpWith('1.00', 'Leaver'),
    market,
    cardId: card.id,
    bankId: bank.id,
    supply: (coins) => dependencies.house.supply(randomUUID(), coins),
    settle: () =>
      settleBankOrders({
        ...dependencies,
        rail: recordingRail(),
        callBackSeconds: 0,
        logger: pino({ level: 'silent' }),
      }),
    signUpAndClaim: async (email) => {
      const { user } = await florin.client.call(endpoints.signup, {
        body: { name: 'Newcomer', email, password: 'correct horse battery' },
      });
      await claimHeldSends(dependencies, user);
      return user.id;
    },
  };
}

type Performed = {
  readonly actor: string;
  /** The page's names for the owners of the accounts. */
  readonly who: ReadonlyMap<string, string>;
  readonly figures: Figures;
};

const house: [owner: string, name: string] = ['00000000-0000-0000-0000-000000000000', 'house'];

const byMember = ({ ines }: People, flow: Flow, { usd_per_coin }: Partial<Transaction> = {}): Performed => ({
  actor: ines.user.id,
  who: new Map([house, [ines.user.id, 'member']]),
  figures: figuresOf(flow, usd_per_coin),
});

/** Every operation of docs/develop/money-flows.md, run through the HTTP interface with the example's inputs. */
export const operations: Record<string, (people: People, flow: Flow) => Promise<Performed>> = {
  'Add funds by card': async (cast, flow) => {
    const amount = flow.inputs.get('amount') ?? '';
    await cast.ines.client.call(endpoints.addFunds, { body: { amount, payment_method_id: cast.cardId } });
    return byMember(cast, flow);
  },
  'Announce a bank deposit': async (cast, flow) => {
    await addByBank(cast, flow);
    return byMember(cast, flow);
  },
  'A bank deposit arrives': async (cast, flow) => {
    await addByBank(cast, flow);
    await cast.settle();
    return byMember(cast, flow);
  },
  Withdraw: async (cast, flow) => {
    await withdraw(cast, flow);
    return byMember(cast, flow);
  },
  'A withdrawal reaches the bank': async (cast, flow) => {
    await withdraw(cast, flow);
    await cast.settle();
    return byMember(cast, flow);
  },
  'Cancel a withdrawal': async (cast, flow) => {
    const { id } = await withdraw(cast, flow);
    await cast.ines.client.call(endpoints.cancelTransaction, { params: { id } });
    return byMember(cast, flow);
  },
  Exchange: async (cast, flow) => {
    const amount = flow.inputs.get('amount') ?? '';
    await cast.ines.client.call(endpoints.exchangeMoney, { body: { from: 'USD', to: 'EUR', amount } });
    return byMember(cast, flow);
  },
  Send: async (cast, flow) => {
    const { ines, jonas } = cast;
    const amount = flow.inputs.get('amount') ?? '';
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount } });
    const who = new Map([house, [ines.user.id, 'sender'], [jonas.user.id, 'recipient']]);
    return { ...byMember(cast, flow), who };
  },
  'Send without a fresh second factor': async (cast, flow) => {
    const { hana, jonas } = cast;
    const amount = flow.inputs.get('amount') ?? '';
    await hana.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount } });
    const who = new Map([house, [hana.user.id, 'sender'], [jonas.user.id, 'recipient']]);
    return { ...byMember(cast, flow), actor: hana.user.id, who };
  },
  'Send to an address without an account': async (cast, flow) => {
    await sendTo(cast, flow, `${randomUUID()}@florin.example`);
    return { ...byMember(cast, flow), who: new Map([house, [cast.ines.user.id, 'sender']]) };
  },
  'A held send is claimed': async (cast, flow) => {
    const { ines } = cast;
    const email = `${randomUUID()}@florin.example`;
    await sendTo(cast, flow, email);
    const newcomer = await cast.signUpAndClaim(email);
    const who = new Map([house, [ines.user.id, 'sender'], [newcomer, 'recipient']]);
    return { ...byMember(cast, flow), actor: newcomer, who };
  },
  'Pay a request': async (cast, flow) => {
    const { ines, jonas } = cast;
    await pay(ines, await askForMoney(jonas, ines, amountOf(flow)));
    const who = new Map([house, [ines.user.id, 'payer'], [jonas.user.id, 'requester']]);
    return { ...byMember(cast, flow), who };
  },
  'Buy from the balance': (cast, flow) => buy(cast, flow, 'usd_balance'),
  'Buy by card or bank account': (cast, flow) => buy(cast, flow, cast.cardId),
  Sell: async (cast, flow) => {
    const amount = flow.inputs.get('coins') ?? '';
    const { transaction } = await cast.ines.client.call(endpoints.sellCoins, {
      body: { crypto_symbol: 'BTC', amount_crypto: amount },
    });
    return byMember(cast, flow, transaction);
  },
  'Clear dust': async ({ leaver, jonas, market }, flow) => {
    const { client, user, password } = leaver;
    await client.call(endpoints.buyCoins, {
      body: { crypto_symbol: 'BTC', amount_usd: '0.03', payment_method_id: 'usd_balance' },
    });
    market.set('BTC', '20000.00');
    await client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount: '0.94' } });
    await client.call(endpoints.closeAccount, { body: { current_password: password } });
    market.set('BTC', '67000.00');
    const who = new Map([house, [user.id, 'member']]);
    return { actor: user.id, who, figures: figuresOf(flow, undefined) };
  },
  'Supply coins': async (cast, flow) => {
    const { amount } = parseAmount('BTC', flow.inputs.get('coins') ?? '');
    if (!amount) throw new Error('the example has no coins');
    await cast.supply(amount);
    return { ...byMember(cast, flow), actor: house[0], who: new Map([house]) };
  },
  'Pay for a plan': async (cast, flow) => {
    await cast.ines.client.call(endpoints.changePlan, { body: { plan: 'pro' } });
    return byMember(cast, flow);
  },
};

async function buy(cast: People, flow: Flow, methodId: string): Promise<Performed> {
  const amount = flow.inputs.get('amount') ?? '';
  const { transaction } = await cast.ines.client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: amount, payment_method_id: methodId },
  });
  return byMember(cast, flow, transaction);
}

const amountOf = (flow: Flow) => flow.inputs.get('amount') ?? '';

const addByBank = ({ ines, bankId }: People, flow: Flow) =>
  ines.client.call(endpoints.addFunds, { body: { amount: amountOf(flow), payment_method_id: bankId } });

const withdraw = ({ ines, bankId }: People, flow: Flow) =>
  ines.client.call(endpoints.withdraw, { body: { amount: amountOf(flow), payment_method_id: bankId } });

const sendTo = ({ ines }: People, flow: Flow, email: string) =>
  ines.client.call(endpoints.sendMoney, { body: { recipient_email: email, amount: amountOf(flow) } });

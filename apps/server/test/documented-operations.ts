import { randomUUID } from 'node:crypto';
import { endpoints, type Transaction } from '@florin/contract';
import { parseAmount, type Amount } from '@florin/money';
import { pino } from 'pino';
import { paymentReferenceOf } from '../src/features/bank/index.ts';
import { settleBankOrders } from '../src/features/funding/index.ts';
import { claimHeldSends } from '../src/features/transfers/index.ts';
import { askForMoney, pay } from './ask-for-money.ts';
import type { CardOffice } from './card-office.ts';
import { cardOperations } from './documented-card-operations.ts';
import { payoutOperations } from './documented-payout-operations.ts';
import { bankActs, bankLine, type BankActs } from './bank-acts.ts';
import type { movingFeed } from './moving-feed.ts';
import { figuresOf, type Flow, type Performed } from './documented-flows.ts';
import { payByFile, type PaidByFile } from './payout-by-file.ts';
import { recordingRail } from './recording-rail.ts';
import type { TestMember } from './test-app.ts';
import { aWhileLater, turnOnTwoFactor } from './two-factor.ts';
import { issueInvoice, payInvoice } from './write-invoice.ts';

/** Ines does nearly everything; Jonas receives money. */
export type People = BankActs & {
  readonly ines: TestMember;
  readonly jonas: TestMember;
  /** A member with two-factor authentication, without a recent confirmation, who has paid Jonas before. */
  readonly hana: TestMember;
  readonly cards: CardOffice;
  readonly cardId: string;
  readonly bankId: string;
  /** A member who will close the account. */
  readonly leaver: TestMember;
  readonly market: ReturnType<typeof movingFeed>;
  /** Supplies coins from the owners to the inventory. */
  readonly supply: (coins: Amount) => Promise<void>;
  /** Pays a withdrawal of Ines by file, from the sandbox's bank account in dollars. */
  readonly payByFile: (amount: string) => Promise<PaidByFile>;
  /** The reference that Ines writes on bank transfers. */
  readonly reference: string;
  /** Completes all open bank orders. */
  readonly settle: () => Promise<void>;
  /** Signs up with an address, claims its held sends, and returns the new member's id. */
  readonly signUpAndClaim: (email: string) => Promise<string>;
};

export async function people(office: CardOffice, market: People['market']): Promise<People> {
  const { florin } = office;
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
    cards: office,
    cardId: card.id,
    bankId: bank.id,
    supply: (coins) => dependencies.house.supply(randomUUID(), coins),
    reference: await paymentReferenceOf(florin.database.pool, ines.user.id),
    ...(await bankActs(florin)),
    payByFile: (amount) => payByFile(florin, ines, amount),
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

const house: [owner: string, name: string] = ['00000000-0000-0000-0000-000000000000', 'house'];

const byMember = ({ ines }: People, flow: Flow, { usd_per_coin }: Partial<Transaction> = {}): Performed => ({
  actor: ines.user.id,
  who: new Map([house, [ines.user.id, 'member']]),
  figures: figuresOf(flow, usd_per_coin),
});

/** No member caused the entry. */
const byBank = (flow: Flow): Performed => ({
  actor: house[0],
  who: new Map([house]),
  figures: figuresOf(flow, undefined),
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
  ...payoutOperations({ byMember, byBank, bankLine }),
  'The first statement of a bank account': async (cast, flow) => {
    const amount = amountOf(flow);
    await cast.importStatement({ opening: amount, closing: amount });
    return byBank(flow);
  },
  'A bank transfer arrives': async (cast, flow) => {
    await cast.importStatement({ lines: [bankLine(amountOf(flow), { payer: 'Ines', text: cast.reference })] });
    return byMember(cast, flow);
  },
  'A statement line is not matched': async (cast, flow) => {
    await cast.importStatement({ lines: [bankLine(amountOf(flow), { text: 'no reference' })] });
    return byBank(flow);
  },
  'The bank takes a charge': async (cast, flow) => {
    await cast.importStatement({ lines: [bankLine(`-${amountOf(flow)}`, { code: 'CHRG' })] });
    return byBank(flow);
  },
  ...cardOperations({ house, byMember, byBank, bankLine }),
  'Unallocated money is the institution’s own': async (cast, flow) => {
    await cast.bookOwnFunds(amountOf(flow));
    return byBank(flow);
  },
  'Unallocated money goes back to its payer': async (cast, flow) => {
    await cast.payBack(amountOf(flow));
    return byBank(flow);
  },
  'A deposit is taken back': async (cast, flow) => {
    const endToEnd = randomUUID();
    const deposit = bankLine(amountOf(flow), { payer: 'Ines', text: cast.reference, endToEnd });
    await cast.importStatement({ lines: [deposit] });
    await cast.importStatement({ lines: [bankLine(`-${amountOf(flow)}`, { endToEnd, reversal: true })] });
    return byMember(cast, flow);
  },
  'A deposit is taken back from an empty wallet': async (cast, flow) => {
    const { user } = await cast.owing(amountOf(flow));
    return { ...byMember(cast, flow), actor: user.id, who: new Map([house, [user.id, 'member']]) };
  },
  'A member pays a receivable': async (cast, flow) => {
    const member = await cast.owing(amountOf(flow));
    await cast.transferTo(member, amountOf(flow));
    return { ...byMember(cast, flow), actor: member.user.id, who: new Map([house, [member.user.id, 'member']]) };
  },
  'A receivable is written off': async (cast, flow) => {
    await cast.writeOff(await cast.owing(amountOf(flow)));
    return byBank(flow);
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
  'Pay an invoice': async (cast, flow) => {
    const { ines, jonas } = cast;
    await payInvoice(ines, await issueInvoice(jonas), amountOf(flow));
    const who = new Map([house, [ines.user.id, 'payer'], [jonas.user.id, 'issuer']]);
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

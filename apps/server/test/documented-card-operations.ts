import { endpoints } from '@florin/contract';
import type { GivenLine, GivenStatement } from './camt053.ts';
import type { CardOffice } from './card-office.ts';
import { figuresOf, type Flow, type Performed } from './documented-flows.ts';
import { dispute, endDispute, payOut } from './stripe-double/happenings.ts';
import type { TestMember } from './test-app.ts';

type People = {
  readonly ines: TestMember;
  readonly jonas: TestMember;
  readonly cards: CardOffice;
  readonly importStatement: (statement: Partial<GivenStatement>) => Promise<void>;
};

type Parts<Cast> = {
  /** The house's id, and the page's name for the house. */
  readonly house: [owner: string, name: string];
  readonly byMember: (people: Cast, flow: Flow) => Performed;
  readonly byBank: (flow: Flow) => Performed;
  readonly bankLine: (amount: string, more: Partial<GivenLine>) => GivenLine;
};

type Operation<Cast> = (people: Cast, flow: Flow) => Promise<Performed>;

/** The operations of docs/develop/money-flows.md at the card processor. */
export const cardOperations = <Cast extends People>({
  house,
  byMember,
  byBank,
  bankLine,
}: Parts<Cast>): Record<string, Operation<Cast>> => ({
  'A card payment is taken back': async (cast, flow) => {
    const intent = await cast.cards.addByCard(cast.ines, amountOf(flow));
    cast.cards.stripe.account.refund(intent, undefined);
    await cast.cards.deliverAll();
    return byMember(cast, flow);
  },
  'A spent card payment is taken back': async (cast, flow) => {
    const { cards, jonas } = cast;
    const spender = await cards.florin.signUp('Spender');
    const intent = await cards.addByCard(spender, amountOf(flow));
    const amount = (Number(amountOf(flow)) / 1.02).toFixed(2);
    await spender.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount } });
    cards.stripe.account.refund(intent, undefined);
    await cards.deliverAll();
    return { actor: spender.user.id, who: new Map([house]), figures: figuresOf(flow, undefined) };
  },
  'A won dispute brings money back': async (cast, flow) => {
    const intent = await cast.cards.addByCard(cast.ines, amountOf(flow));
    const id = dispute(cast.cards.stripe.account, intent);
    await cast.cards.deliverAll();
    endDispute(cast.cards.stripe.account, id, 'won');
    await cast.cards.deliverAll();
    return byMember(cast, flow);
  },
  'The card processor takes a fee': async (cast, flow) => {
    await atProcessor(cast, { type: 'stripe_fee', amount: -centsOf(flow) });
    return byBank(flow);
  },
  'Other money moves at the card processor': async (cast, flow) => {
    await atProcessor(cast, { type: 'topup', amount: centsOf(flow) });
    return byBank(flow);
  },
  'The card processor pays out': async (cast, flow) => {
    const id = await payOutAll(cast, flow);
    await cast.cards.deliverAll();
    await cast.cards.book();
    await cast.importStatement({ lines: [bankLine(amountOf(flow), { text: id })] });
    return byBank(flow);
  },
  "The card processor's payout becomes known after its line": async (cast, flow) => {
    const id = await payOutAll(cast, flow);
    await cast.importStatement({ lines: [bankLine(amountOf(flow), { text: id })] });
    await cast.cards.deliverAll();
    await cast.cards.book();
    await cast.importStatement({});
    return byBank(flow);
  },
});

const amountOf = (flow: Flow) => flow.inputs.get('amount') ?? '';

const centsOf = (flow: Flow) => Math.round(Number(amountOf(flow)) * 100);

/** Pays out exactly the flow's amount. Returns the payout's id. */
async function payOutAll({ cards }: People, flow: Flow): Promise<string> {
  const { account } = cards.stripe;
  await cards.book();
  account.move({ type: 'topup', amount: centsOf(flow) - (account.balances().get('usd') ?? 0), currency: 'usd' });
  return payOut(account, 'usd').id;
}

/** Moves money on the processor's balance, and books it. */
async function atProcessor({ cards }: People, moved: { type: string; amount: number }) {
  await cards.book();
  cards.stripe.account.move({ ...moved, currency: 'usd' });
  await cards.book();
}

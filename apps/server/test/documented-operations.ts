import { endpoints, type Transaction } from '@florin/contract';
import { figuresOf, type Figures, type Flow } from './documented-flows.ts';
import type { TestApp, TestMember } from './test-app.ts';

/** Ines does everything; Jonas is sent to. */
export type People = { readonly ines: TestMember; readonly jonas: TestMember; readonly cardId: string };

export async function people(florin: TestApp): Promise<People> {
  const [ines, jonas] = [await florin.signUpWith('500.00', 'Ines'), await florin.signUp('Jonas')];
  const [card] = await ines.client.call(endpoints.listPaymentMethods);
  if (!card) throw new Error('Ines has added a card');
  return { ines, jonas, cardId: card.id };
}

type Performed = {
  readonly actor: string;
  /** What the page calls the owners of the accounts. */
  readonly who: ReadonlyMap<string, string>;
  readonly figures: Figures;
};

const house: [owner: string, name: string] = ['00000000-0000-0000-0000-000000000000', 'house'];

const byMember = ({ ines }: People, flow: Flow, { usd_per_coin }: Partial<Transaction> = {}): Performed => ({
  actor: ines.user.id,
  who: new Map([house, [ines.user.id, 'member']]),
  figures: figuresOf(flow, usd_per_coin),
});

/** Each operation of docs/money-flows.md, done through the HTTP interface with the example's inputs. */
export const operations: Record<string, (people: People, flow: Flow) => Promise<Performed>> = {
  'Add funds by card': async (cast, flow) => {
    const amount = flow.inputs.get('amount') ?? '';
    await cast.ines.client.call(endpoints.addFunds, { body: { amount, payment_method_id: cast.cardId } });
    return byMember(cast, flow);
  },
  Send: async (cast, flow) => {
    const { ines, jonas } = cast;
    const amount = flow.inputs.get('amount') ?? '';
    await ines.client.call(endpoints.sendMoney, { body: { recipient_email: jonas.user.email, amount } });
    const who = new Map([house, [ines.user.id, 'sender'], [jonas.user.id, 'recipient']]);
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
};

async function buy(cast: People, flow: Flow, methodId: string): Promise<Performed> {
  const amount = flow.inputs.get('amount') ?? '';
  const { transaction } = await cast.ines.client.call(endpoints.buyCoins, {
    body: { crypto_symbol: 'BTC', amount_usd: amount, payment_method_id: methodId },
  });
  return byMember(cast, flow, transaction);
}

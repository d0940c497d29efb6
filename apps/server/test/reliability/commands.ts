import { createHash } from 'node:crypto';
import { endpoints, type Client, type Endpoint, type Transaction } from '@florin/contract';
import { digestUuid } from '../../src/platform/digest.ts';
import type { Member } from './members.ts';
import type { Random } from './random.ts';

/** Commands that a member can run immediately, each with its own idempotency key. */
export type CommandKind = 'send' | 'withdraw' | 'exchange' | 'buy' | 'sell' | 'deposit';

export type Command = {
  readonly kind: CommandKind;
  readonly member: Member;
  /** The key of the command's entry in the books. */
  readonly entryKey: string;
  /** Runs the command. A repeated run counts as the same command. */
  readonly run: (client: Client) => Promise<Transaction>;
};

/** The kind of entry that each command posts under its key. */
export const entryKindOf: Readonly<Record<CommandKind, string>> = {
  send: 'send',
  withdraw: 'withdrawal-started',
  exchange: 'exchange',
  buy: 'buy_crypto',
  sell: 'sell_crypto',
  deposit: 'deposit',
};

/** Returns a random command of one of the kinds, with a random member and key. */
export function randomCommand(random: Random, crowd: readonly Member[], kinds: readonly CommandKind[]): Command {
  const kind = kinds[Math.floor(random() * kinds.length)] ?? 'send';
  const [from, shift] = [Math.floor(random() * crowd.length), 1 + Math.floor(random() * (crowd.length - 1))];
  const [member, other] = [crowd[from], crowd[(from + shift) % crowd.length]];
  if (!member || !other) throw new Error('the crowd is too small');
  return newCommand(random, kind, member, other);
}

/** Returns a command with a random key. The other member gets the money of a send. */
export function newCommand(random: Random, kind: CommandKind, member: Member, other: Member): Command {
  const idempotencyKey = createHash('sha256').update(String(random())).update(String(random())).digest('hex');
  const { endpoint, ask } = asked(kind, member, other);
  return {
    kind,
    member,
    entryKey: digestUuid(member.id, endpoint.path, idempotencyKey),
    run: (client) => ask(client, { idempotencyKey }),
  };
}

type Asked = {
  readonly endpoint: Endpoint;
  readonly ask: (client: Client, key: { idempotencyKey: string }) => Promise<Transaction>;
};

function asked(kind: CommandKind, member: Member, other: Member): Asked {
  switch (kind) {
    case 'send': {
      const body = { recipient_email: other.email, amount: '0.50' };
      return of(endpoints.sendMoney, (client, key) => client.call(endpoints.sendMoney, { body }, key));
    }
    case 'withdraw': {
      const body = { amount: '1.00', payment_method_id: member.bankId };
      return of(endpoints.withdraw, (client, key) => client.call(endpoints.withdraw, { body }, key));
    }
    case 'exchange': {
      const body = { from: 'USD', to: 'EUR', amount: '1.00' } as const;
      return of(endpoints.exchangeMoney, (client, key) => client.call(endpoints.exchangeMoney, { body }, key));
    }
    case 'buy': {
      const body = { crypto_symbol: 'ETH', amount_usd: '1.00', payment_method_id: 'usd_balance' };
      return of(
        endpoints.buyCoins,
        async (client, key) => (await client.call(endpoints.buyCoins, { body }, key)).transaction,
      );
    }
    case 'sell': {
      const body = { crypto_symbol: 'BTC', amount_crypto: '0.00001000' };
      return of(
        endpoints.sellCoins,
        async (client, key) => (await client.call(endpoints.sellCoins, { body }, key)).transaction,
      );
    }
    case 'deposit': {
      const body = { amount: '1.00', payment_method_id: member.cardId };
      return of(endpoints.addFunds, (client, key) => client.call(endpoints.addFunds, { body }, key));
    }
  }
}

const of = (endpoint: Endpoint, ask: Asked['ask']): Asked => ({ endpoint, ask });

import { fromExact } from '@florin/contract';
import { add, toDecimal } from '@florin/money';
import type { GivenLine, GivenStatement } from './camt053.ts';
import type { Flow, Performed } from './documented-flows.ts';
import type { PaidByFile } from './payout-by-file.ts';

type People = {
  readonly payByFile: (amount: string) => Promise<PaidByFile>;
  readonly importStatement: (statement: Partial<GivenStatement>) => Promise<void>;
};

type Parts<Cast> = {
  readonly byMember: (people: Cast, flow: Flow) => Performed;
  readonly byBank: (flow: Flow) => Performed;
  readonly bankLine: (amount: string, more: Partial<GivenLine>) => GivenLine;
};

type Operation<Cast> = (people: Cast, flow: Flow) => Promise<Performed>;

const inputOf = (flow: Flow, name: 'amount' | 'charge') => flow.inputs.get(name) ?? '';
const amountOf = (flow: Flow) => inputOf(flow, 'amount');

/** The operations of docs/develop/money-flows.md about withdrawals that are paid by file. */
export function payoutOperations<Cast extends People>({
  byMember,
  byBank,
  bankLine,
}: Parts<Cast>): Record<string, Operation<Cast>> {
  /** Imports a line of the sandbox's bank account that names a payout or a batch. */
  const give = ({ importStatement }: People, amount: string, text: string, more: Partial<GivenLine> = {}) =>
    importStatement({ iban: '4815162342', opening: '0.00', lines: [bankLine(amount, { text, ...more })] });
  return {
    'The statement has a withdrawal': async (cast, flow) => {
      const { payout } = await cast.payByFile(amountOf(flow));
      await give(cast, `-${amountOf(flow)}`, payout);
      return byBank(flow);
    },
    'The statement has a withdrawal with a charge': async (cast, flow) => {
      const { payout } = await cast.payByFile(amountOf(flow));
      const charge = inputOf(flow, 'charge');
      const total = add(fromExact('USD', amountOf(flow)), fromExact('USD', charge));
      await give(cast, `-${toDecimal(total)}`, payout, { charge });
      return byBank(flow);
    },
    'The statement has a whole payment batch': async (cast, flow) => {
      const { batch } = await cast.payByFile(amountOf(flow));
      await give(cast, `-${amountOf(flow)}`, batch);
      return byBank(flow);
    },
    'The statement has a rejected withdrawal': async (cast, flow) => {
      const { payout, reject } = await cast.payByFile(amountOf(flow));
      await reject();
      await give(cast, `-${amountOf(flow)}`, payout);
      return byBank(flow);
    },
    'A paid withdrawal comes back': async (cast, flow) => {
      const { payout } = await cast.payByFile(amountOf(flow));
      await give(cast, `-${amountOf(flow)}`, payout);
      await give(cast, amountOf(flow), payout, { returned: 'R02' });
      return byMember(cast, flow);
    },
  };
}

import { endpoints, type BankOrder } from '@florin/contract';
import { amountOf, formatAmount, isMoreThan, usdEquivalentCeil } from '@florin/money';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import type { Act } from '../act-dialog.tsx';

export type OrderAct = { readonly how: 'settle' | 'return'; readonly order: BankOrder };

export const kindName: Record<BankOrder['kind'], string> = { withdrawal: 'Withdrawal', deposit: 'Deposit' };

/** Above so many dollars a return takes a second operator; the server decides. */
const returnedAlone = amountOf('USD', 1_000_00n);

/** What is asked before an order is ended by hand, or proposed to be. */
export function actOn({ how, order }: OrderAct): Act {
  return how === 'settle' ? settling(order) : returning(order);
}

function settling({ id, kind, name, method, currency, amount_exact: exact }: BankOrder): Act {
  const sum = formatAmount(fromExact(currency, exact));
  const call = (reason: string) =>
    api.call(endpoints.settleBankOrder, { params: { id }, body: reason === '' ? {} : { reason } });
  if (kind === 'withdrawal')
    return {
      title: `Release ${sum}?`,
      description: `The bank has it: ${sum} of ${name} is paid to ${method} and cannot come back.`,
      label: `Release ${sum}`,
      call,
      done: 'Withdrawal released',
    };
  return {
    title: `Propose to release ${sum}?`,
    description: `The bank has it: when a second operator approves, ${sum} from ${method} arrives in the wallet of ${name}.`,
    label: 'Propose',
    reasonLabel: 'How do you know?',
    reasonHelp: 'The second operator reads it.',
    call,
    done: 'Proposed: a second operator has to approve',
  };
}

function returning({ id, kind, name, currency, amount_exact: exact }: BankOrder): Act {
  const amount = fromExact(currency, exact);
  const sum = formatAmount(amount);
  const isProposal = isMoreThan(usdEquivalentCeil(amount), returnedAlone);
  const what =
    kind === 'withdrawal'
      ? `The bank does not take it: ${sum} goes back to the wallet of ${name}.`
      : `The bank does not have it: the deposit of ${name} is called off.`;
  return {
    title: isProposal ? `Propose to return ${sum}?` : `Return ${sum}?`,
    description: isProposal ? `${what} A second operator has to approve.` : what,
    label: isProposal ? 'Propose' : `Return ${sum}`,
    isDanger: true,
    reasonLabel: 'Reason',
    reasonHelp: 'The member reads it with the transaction.',
    call: (reason) => api.call(endpoints.returnBankOrder, { params: { id }, body: { reason } }),
    done: isProposal ? 'Proposed: a second operator has to approve' : `${kindName[kind]} returned`,
  };
}

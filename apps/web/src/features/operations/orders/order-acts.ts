import { endpoints, type BankOrder } from '@florin/contract';
import { formatAmount, isMoreThan, usdEquivalentCeil } from '@florin/money';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import type { Act } from '../act-dialog.tsx';
import { policy } from '../../../api/policy.ts';

export type OrderAct = { readonly how: 'settle' | 'return'; readonly order: BankOrder };

export const kindName: Record<BankOrder['kind'], string> = { withdrawal: 'Withdrawal', deposit: 'Deposit' };

/** Returns the confirmation for settling or returning an order. */
export function actOn({ how, order }: OrderAct): Act {
  return how === 'settle' ? settleAct(order) : returnAct(order);
}

function settleAct({ id, kind, name, method, currency, amount_exact: exact }: BankOrder): Act {
  const sum = formatAmount(fromExact(currency, exact));
  const call = (reason: string) =>
    api.call(endpoints.settleBankOrder, { params: { id }, body: reason === '' ? {} : { reason } });
  if (kind === 'withdrawal')
    return {
      title: `Release ${sum}?`,
      description: `The bank pays ${sum} from ${name} to ${method}. This can’t be undone.`,
      label: `Release ${sum}`,
      call,
      done: 'Withdrawal released',
    };
  return {
    title: `Propose to release ${sum}?`,
    description: `The bank received ${sum} from ${method}. After a second operator approves, ${name} gets the money.`,
    label: 'Propose',
    reasonLabel: 'How do you know?',
    reasonHelp: 'Shown to the second operator.',
    call,
    done: 'Proposed. A second operator must approve',
  };
}

function returnAct({ id, kind, name, currency, amount_exact: exact }: BankOrder): Act {
  const amount = fromExact(currency, exact);
  const sum = formatAmount(amount);
  const isProposal = isMoreThan(usdEquivalentCeil(amount), policy.thresholds.secondOperator); // the server enforces this
  const what =
    kind === 'withdrawal'
      ? `The bank rejected the order. ${sum} goes back to the wallet of ${name}.`
      : `The bank got no payment. This cancels the deposit of ${name}.`;
  return {
    title: isProposal ? `Propose to return ${sum}?` : `Return ${sum}?`,
    description: isProposal ? `${what} A second operator must approve.` : what,
    label: isProposal ? 'Propose' : `Return ${sum}`,
    isDanger: true,
    reasonLabel: 'Reason',
    reasonHelp: 'Shown to the member with the transaction.',
    call: (reason) => api.call(endpoints.returnBankOrder, { params: { id }, body: { reason } }),
    done: isProposal ? 'Proposed. A second operator must approve' : `${kindName[kind]} returned`,
  };
}

import { endpoints, type BankOrder } from '@florin/contract';
import { formatAmount } from '@florin/money';
import { api } from '../../../api/client.ts';
import { fromExact } from '../../../api/exact.ts';
import type { Act } from '../act-dialog.tsx';

export type OrderAct = { readonly how: 'settle' | 'return'; readonly order: BankOrder };

export const kindName: Record<BankOrder['kind'], string> = { withdrawal: 'Withdrawal', deposit: 'Deposit' };

/** What is asked before an order is ended by hand. */
export function actOn({ how, order }: OrderAct): Act {
  const { id, kind, name, method, currency, amount_exact: exact } = order;
  const sum = formatAmount(fromExact(currency, exact));
  const params = { params: { id } };
  if (how === 'settle')
    return {
      title: `Release ${sum}?`,
      description:
        kind === 'withdrawal'
          ? `The bank has it: ${sum} of ${name} is paid to ${method} and cannot come back.`
          : `The bank has it: ${sum} from ${method} arrives in the wallet of ${name}.`,
      label: `Release ${sum}`,
      call: () => api.call(endpoints.settleBankOrder, params),
      done: `${kindName[kind]} released`,
    };
  return {
    title: `Return ${sum}?`,
    description:
      kind === 'withdrawal'
        ? `The bank does not take it: ${sum} goes back to the wallet of ${name}.`
        : `The bank does not have it: the deposit of ${name} is called off.`,
    label: `Return ${sum}`,
    isDanger: true,
    reasonLabel: 'Reason',
    reasonHelp: 'The member reads it with the transaction.',
    call: (reason) => api.call(endpoints.returnBankOrder, { ...params, body: { reason } }),
    done: `${kindName[kind]} returned`,
  };
}

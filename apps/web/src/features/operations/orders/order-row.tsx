import type { BankOrder } from '@florin/contract';
import { fromExact } from '../../../api/exact.ts';
import { Button } from '../../../ui/button.tsx';
import { Status } from '../../../ui/status.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { when } from '../when.ts';
import { kindName, type OrderAct } from './order-acts.ts';

export function OrderRow({ order, onAct }: { order: BankOrder; onAct: (how: OrderAct['how']) => void }) {
  const { id, kind, name, email, method, currency, amount_exact: amount, asked_at: asked, signs, proposal } = order;
  return (
    <tr>
      <th scope="row">
        <span className="hash">{id}</span>
      </th>
      <td>{kindName[kind]}</td>
      <td title={email}>{name}</td>
      <td>{method}</td>
      <td>
        <time dateTime={asked}>{when(asked)}</time>
      </td>
      <td className="n">
        <AmountText amount={fromExact(currency, amount)} />
      </td>
      <td>{signs.length === 0 ? <Status tone="ok">Usual</Status> : <Status tone="wait">{signs.join(', ')}</Status>}</td>
      <td>
        {proposal ? (
          <a href="#proposals" className="ops-acts">
            <Status tone="wait">Needs a second operator</Status>
          </a>
        ) : (
          <span className="ops-acts">
            <Button size="s" aria-label={`Release ${id}`} onClick={() => onAct('settle')}>
              Release
            </Button>
            <Button size="s" variant="quiet" aria-label={`Return ${id}`} onClick={() => onAct('return')}>
              Return
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

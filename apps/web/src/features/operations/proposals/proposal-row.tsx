import type { Proposal } from '@florin/contract';
import { fromExact } from '../../../api/exact.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Status } from '../../../ui/status.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { when } from '../when.ts';
import type { ProposalAct } from './proposal-acts.ts';
import { kindWords } from './proposal-words.ts';

type RowProps = { proposal: Proposal; onAct: (how: ProposalAct['how']) => void };

export function ProposalRow({ proposal, onAct }: RowProps) {
  const { kind, order_id: order, name, email, reason, proposed_by: proposer, proposed_at: at } = proposal;
  return (
    <tr>
      <th scope="row">
        {kindWords[kind]}
        {order !== null && <span className="hash ops-under">{order}</span>}
      </th>
      <td title={email ?? undefined}>{name ?? 'The house'}</td>
      <td className="n">
        <Sum proposal={proposal} />
      </td>
      <td className="ops-reason">{reason}</td>
      <td>
        {proposer}
        <time className="ops-under" dateTime={at}>
          {when(at)}
        </time>
      </td>
      <td>
        <Acts proposal={proposal} onAct={onAct} />
      </td>
    </tr>
  );
}

function Sum({ proposal: { asset, amount_exact: exact, worth_exact: worth } }: { proposal: Proposal }) {
  if (asset === null || exact === null) return null;
  return (
    <>
      <AmountText amount={fromExact(asset, exact)} />
      {asset !== 'USD' && worth !== null && (
        <span className="ops-under">
          worth <AmountText amount={fromExact('USD', worth)} />
        </span>
      )}
    </>
  );
}

/** The proposer and the member concerned cannot decide about a proposal. */
function Acts({ proposal, onAct }: RowProps) {
  const { user } = useSession();
  const what = `${kindWords[proposal.kind]}, ${proposal.name ?? 'the house'}`;
  if (proposal.yours)
    return (
      <span className="ops-acts">
        <Status tone="wait">Another operator decides</Status>
        {proposal.proposed_by === user?.email && (
          <Button size="s" variant="quiet" aria-label={`Withdraw: ${what}`} onClick={() => onAct('withdraw')}>
            Withdraw
          </Button>
        )}
      </span>
    );
  return (
    <span className="ops-acts">
      <Button size="s" aria-label={`Approve: ${what}`} onClick={() => onAct('approve')}>
        Approve
      </Button>
      <Button size="s" variant="quiet" aria-label={`Reject: ${what}`} onClick={() => onAct('reject')}>
        Reject
      </Button>
    </span>
  );
}

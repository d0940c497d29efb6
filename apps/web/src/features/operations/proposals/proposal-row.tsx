import type { Proposal } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { fromExact } from '../../../api/exact.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Status } from '../../../ui/status.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { sourceWords } from '../bank/line-words.ts';
import { bankDeskQuery } from '../operations-queries.ts';
import { when } from '../when.ts';
import type { ProposalAct } from './proposal-acts.ts';
import { kindWords } from './proposal-words.ts';
import styles from '../operations.module.css';

/** The kinds of proposals about an unallocated line. Such a proposal does not contain the payer. */
const lineKinds: ReadonlySet<Proposal['kind']> = new Set(['allocate_line', 'return_line', 'book_own_funds']);

type RowProps = { proposal: Proposal; onAct: (how: ProposalAct['how']) => void };

export function ProposalRow({ proposal, onAct }: RowProps) {
  const { kind, order_id: order, name, email, reason, proposed_by: proposer, proposed_at: at } = proposal;
  return (
    <tr>
      <th scope="row">
        {kindWords[kind]}
        {order !== null && <span className={`${styles.hash} ${styles.under}`}>{order}</span>}
        {lineKinds.has(kind) && <Payer proposalId={proposal.id} />}
        {kind === 'allocate_unowned' && <Source proposalId={proposal.id} />}
      </th>
      <td data-label="User" title={email ?? undefined}>
        {name ?? 'The house'}
      </td>
      <td className="number">
        <Sum proposal={proposal} />
      </td>
      <td data-label="Reason" className={styles.reason}>
        {reason}
      </td>
      <td data-label="Proposed">
        {proposer}
        <time className={styles.under} dateTime={at}>
          {when(at)}
        </time>
      </td>
      <td>
        <Acts proposal={proposal} onAct={onAct} />
      </td>
    </tr>
  );
}

/** Names the payer of the money, if the bank desk lists its line. */
function Payer({ proposalId }: { proposalId: string }) {
  const { data: desk } = useQuery(bankDeskQuery);
  const line = desk?.unallocated.find(({ proposal }) => proposal?.id === proposalId);
  if (!line) return null;
  return (
    <span className={`${styles.under} ${styles.reason}`}>
      from {line.counterparty === null ? 'a payer without a name' : <bdi>{line.counterparty}</bdi>}
    </span>
  );
}

/** Shows the source of the money of a closed account, if the bank desk lists this money. */
function Source({ proposalId }: { proposalId: string }) {
  const { data: desk } = useQuery(bankDeskQuery);
  const item = desk?.without_line.find(({ proposal }) => proposal?.id === proposalId);
  return item ? <span className={`${styles.under} ${styles.reason}`}>{sourceWords[item.source]}</span> : null;
}

function Sum({ proposal: { asset, amount_exact: exact, worth_exact: worth } }: { proposal: Proposal }) {
  if (asset === null || exact === null) return null;
  return (
    <>
      <AmountText amount={fromExact(asset, exact)} />
      {asset !== 'USD' && worth !== null && (
        <span className={styles.under}>
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
      <span className={styles.actions}>
        <Status tone="wait">Another operator decides</Status>
        {proposal.proposed_by === user?.email && (
          <Button size="s" variant="quiet" aria-label={`Withdraw: ${what}`} onClick={() => onAct('withdraw')}>
            Withdraw
          </Button>
        )}
      </span>
    );
  return (
    <span className={styles.actions}>
      <Button
        size="s"
        aria-label={`Approve: ${what}`}
        reason={proposal.not_approvable ?? undefined}
        onClick={() => onAct('approve')}
      >
        Approve
      </Button>
      <Button size="s" variant="quiet" aria-label={`Reject: ${what}`} onClick={() => onAct('reject')}>
        Reject
      </Button>
    </span>
  );
}

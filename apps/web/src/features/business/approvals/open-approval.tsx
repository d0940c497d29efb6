import { endpoints, type Approval } from '@florin/contract';
import { api } from '../../../api/client.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { toast } from '../../../ui/toast.ts';
import { momentText } from '../../../wallet-ui/day-text.ts';
import { approvalsText, totalText } from './approval-words.ts';
import { BatchLink } from './batch-link.tsx';
import { Proposer } from '../../../wallet-ui/proposer.tsx';
import { useDecision } from './use-decision.ts';
import styles from './approvals.module.css';

type OpenApprovalProps = { approval: Approval; onApprove: () => void; onRefuse: () => void };

/** A waiting payment, batch payout or rule change, with all data that the decision needs. */
export function OpenApproval({ approval, onApprove, onRefuse }: OpenApprovalProps) {
  const { id, kind, title, payment, why, proposed_at: since, expires_at: end } = approval;
  return (
    <li className={styles.open} aria-labelledby={`approval-${id}`}>
      <h3 className={styles.title} id={`approval-${id}`}>
        <bdi>{title}</bdi>
      </h3>
      <dl className={styles.facts}>
        {payment && <Fact name="Total">{totalText(payment)}</Fact>}
        {approval.batch_id !== null && (
          <Fact name="Payments">
            <BatchLink id={approval.batch_id} title={title} />
          </Fact>
        )}
        {payment?.note !== undefined && (
          <Fact name="Note">
            <bdi>{payment.note}</bdi>
          </Fact>
        )}
        <Fact name="Proposed">
          <Proposer {...approval} />, <time dateTime={since}>{momentText(since)}</time>
        </Fact>
        <Fact name="Expires">
          <time dateTime={end}>{momentText(end)}</time>
        </Fact>
        <Fact name={kind === 'rules' ? 'New rules' : 'Why it waits'}>
          {why.length === 0 && kind === 'rules' && 'No rules: every payment is made at once.'}
          {why.map((sentence) => (
            <span className="block" key={sentence}>
              {sentence}
            </span>
          ))}
        </Fact>
        <Fact name="Approvals">{approvalsText(approval)}</Fact>
      </dl>
      <Acts approval={approval} onApprove={onApprove} onRefuse={onRefuse} />
    </li>
  );
}

function Acts({ approval, onApprove, onRefuse }: OpenApprovalProps) {
  const { title, can_decide: canDecide, yours } = approval;
  if (canDecide)
    return (
      <div className={styles.acts}>
        <Button variant="primary" needsServer onClick={onApprove}>
          Approve<span className="screen-reader"> {title}</span>
        </Button>
        <Button needsServer onClick={onRefuse}>
          Refuse<span className="screen-reader"> {title}</span>
        </Button>
      </div>
    );
  return yours ? <Withdraw approval={approval} /> : <p className="small muted">Others must decide about this.</p>;
}

function Withdraw({ approval: { id, title, by_key: key } }: { approval: Approval }) {
  const { run, busy } = useDecision<void>({
    call: () => api.call(endpoints.withdrawOwn, { params: { id } }),
    onDone: () => toast.success(`Withdrawn: ${title}`),
    onFailed: (error) => toast.error(troubleText(error)),
  });
  return (
    <div className={styles.acts}>
      <Button busy={busy} needsServer onClick={() => run()}>
        {busy ? 'Withdrawing...' : 'Withdraw'}
        <span className="screen-reader"> {title}</span>
      </Button>
      <p className="small muted">{key ? 'Your API key' : 'You'} proposed this. Another person must approve it.</p>
    </div>
  );
}

import { approverRoles, type Approval, type BatchPayout } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { approvalQuery } from '../../api/queries-of-approvals.ts';
import { businessPeopleQuery } from '../../api/queries-of-businesses.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { momentText } from '../../wallet-ui/day-text.ts';
import styles from './batch-payouts.module.css';

/** Shows why the file waits, and who can approve the file. */
export function Waiting({ batch, approvalId }: { batch: BatchPayout; approvalId: string }) {
  const { data: approval, isPending } = useQuery(approvalQuery(approvalId));
  const isOpen = approval ? needsMore(approval) : !isPending;
  return (
    <div className={styles.waiting}>
      <dl className={styles.facts}>
        {approval && <ApprovalFacts approval={approval} />}
        {isOpen && (
          <Fact name="Can approve">
            <Approvers starter={batch.started_by?.id} approval={approval} />
          </Fact>
        )}
      </dl>
      <div>
        <Link className={buttonClass({ variant: approval?.can_decide ? 'primary' : 'secondary' })} to="/approvals">
          {approval?.can_decide ? 'Decide in Approvals' : 'Open Approvals'}
        </Link>
      </div>
    </div>
  );
}

/** False in the moment between the last approval and the start of the payments. */
const needsMore = ({ state, approvals_needed: needed, approved_by: by }: Approval) =>
  state === 'proposed' && by.length < needed;

function ApprovalFacts({ approval }: { approval: Approval }) {
  const { why, approvals_needed: needed, approved_by: by, expires_at: end } = approval;
  return (
    <>
      <Fact name="Why it waits">
        {why.map((sentence) => (
          <span className="block" key={sentence}>
            {sentence}
          </span>
        ))}
      </Fact>
      <Fact name="Approvals">
        {by.length} of {needed}
        {by.length > 0 && `, by ${by.map(({ name }) => name).join(', ')}`}
      </Fact>
      {needsMore(approval) && (
        <Fact name="Expires">
          <time dateTime={end}>{momentText(end)}</time>
        </Fact>
      )}
    </>
  );
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const roles: readonly string[] = approverRoles;

/** Names the people with an approving role, except the starter and the people who already approved. */
function Approvers({ starter, approval }: { starter: string | undefined; approval: Approval | undefined }) {
  const { data } = useQuery(businessPeopleQuery);
  if (!data) return 'Owners, admins and approvers, except the person who started it.';
  const out = new Set([starter, approval?.proposed_by.id, ...(approval?.approved_by ?? []).map(({ id }) => id)]);
  const names = data.people.filter(({ id, role }) => roles.includes(role) && !out.has(id)).map(({ name }) => name);
  if (names.length > 0) return <bdi>{either.format(names)}</bdi>;
  return (
    <>
      No other person yet.{' '}
      <Link className="link" to="/business" search={{ tab: 'people' }}>
        Invite an approver
      </Link>
    </>
  );
}

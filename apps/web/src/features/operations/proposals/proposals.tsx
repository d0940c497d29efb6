import type { Proposal } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { proposalsQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { soloLimit } from '../solo-limit.ts';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { actOnProposal, type ProposalAct } from './proposal-acts.ts';
import { ProposalRow } from './proposal-row.tsx';
import styles from '../operations.module.css';

/** Lists the proposals that need a decision by a second operator. */
export function Proposals() {
  const query = useQuery(proposalsQuery);
  const { subject, isOpen, ask, close } = useDialogSubject<ProposalAct>();
  return (
    <Section
      id="proposals"
      title="Needs a second operator"
      end={query.data && <span className="small muted">{query.data.length} open</span>}
    >
      <Loaded query={query}>{(proposals) => <Table proposals={proposals} onAct={ask} />}</Loaded>
      {subject && (
        <ActDialog
          key={`${subject.how} ${subject.proposal.id}`}
          act={actOnProposal(subject)}
          open={isOpen}
          onClose={close}
          focusWhenDone={() => headingOf('proposals')}
        />
      )}
    </Section>
  );
}

type TableProps = { proposals: readonly Proposal[]; onAct: (act: ProposalAct) => void };

function Table({ proposals, onAct }: TableProps) {
  if (proposals.length === 0)
    return (
      <EmptyState title="Nothing needs a second operator">
        Manual deposits, returns and credits above {soloLimit}, coin supplies and second factor resets appear here.
      </EmptyState>
    );
  return (
    <TableScroll label="Proposals, a table" className={styles.stacked}>
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">User</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Reason</th>
          <th scope="col">Proposed</th>
          <th scope="col">
            <span className="screen-reader">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {proposals.map((proposal) => (
          <ProposalRow key={proposal.id} proposal={proposal} onAct={(how) => onAct({ how, proposal })} />
        ))}
      </tbody>
    </TableScroll>
  );
}

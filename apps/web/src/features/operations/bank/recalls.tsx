import type { CreditedLine } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SearchInput } from '../../../ui/search-input.tsx';
import { Status } from '../../../ui/status.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { Loaded } from '../loaded.tsx';
import { depositsQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { actOfRecall } from './line-acts.ts';
import { DayCell, PayerCell, TextCell } from './line-cells.tsx';
import { amountOfLine, sumOfLine } from './line-words.ts';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

const typingPauseMs = 250;

/** Finds the deposit that a bank recalls, and takes the deposit back. */
export function Recalls() {
  const [text, setText] = useState('');
  const wanted = useDebounced(text.trim(), typingPauseMs);
  const query = useQuery(depositsQuery(wanted));
  const { subject, isOpen, ask, close } = useDialogSubject<CreditedLine>();
  return (
    <Section
      id="recalls"
      title="Recalls"
      end={
        <SearchInput
          label="Search deposits"
          placeholder="Reference, payer, email or amount"
          autoComplete="off"
          maxLength={140}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      }
    >
      {wanted === '' ? (
        <EmptyState title="Does a bank want a deposit back?">
          Search for it by a reference of the request, the payer, the member’s email or the amount. Then take it back.
        </EmptyState>
      ) : (
        <Loaded query={query}>{(deposits) => <Found deposits={deposits} onRecall={ask} />}</Loaded>
      )}
      {subject && (
        <ActDialog
          key={subject.id}
          act={actOfRecall(subject)}
          open={isOpen}
          onClose={close}
          focusWhenDone={() => headingOf('recalls')}
        />
      )}
    </Section>
  );
}

type FoundProps = { deposits: readonly CreditedLine[]; onRecall: (deposit: CreditedLine) => void };

function Found({ deposits, onRecall }: FoundProps) {
  return (
    <>
      <output className="screen-reader">{deposits.length} found</output>
      {deposits.length === 0 ? (
        <EmptyState title="No deposits found">
          Only transfers that were credited to a member can be taken back.
        </EmptyState>
      ) : (
        <TableScroll label="Deposits found, a table" className={`${page.tall} ${page.stacked}`}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col" className="number">
                Amount
              </th>
              <th scope="col">Payer</th>
              <th scope="col">Text</th>
              <th scope="col">Member</th>
              <th scope="col">
                <span className="screen-reader">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {deposits.map((deposit) => (
              <Row key={deposit.id} deposit={deposit} onRecall={() => onRecall(deposit)} />
            ))}
          </tbody>
        </TableScroll>
      )}
    </>
  );
}

function Row({ deposit, onRecall }: { deposit: CreditedLine; onRecall: () => void }) {
  const { member, proposal } = deposit;
  return (
    <tr>
      <DayCell line={deposit} />
      <td className="number">
        <AmountText amount={amountOfLine(deposit)} />
      </td>
      <PayerCell line={deposit} />
      <TextCell line={deposit} />
      <td data-label="Member">
        <bdi className={styles.name}>{member.name}</bdi>
        <span className={styles.second}>{member.email}</span>
      </td>
      <td>
        {proposal ? (
          <a href="#proposals" className={page.actions}>
            <Status tone="wait">Waits for a second operator</Status>
          </a>
        ) : (
          <span className={page.actions}>
            <Button size="s" aria-label={`Take back ${sumOfLine(deposit)} of ${member.name}`} onClick={onRecall}>
              Take back
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}

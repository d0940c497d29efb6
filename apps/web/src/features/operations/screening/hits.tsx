import type { ScreeningHit, ScreeningState } from '@florin/contract';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Status } from '../../../ui/status.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { ActDialog } from '../act-dialog.tsx';
import { headingOf } from '../section.tsx';
import { fewRows, ShowAll } from '../show-all.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { when } from '../when.ts';
import { decideOn, type Decision } from './decisions.ts';
import page from '../operations.module.css';
import styles from './screening.module.css';

/** Lists the names that are similar to listed names. Names without a decision come first. */
export function Hits({ state: { hits, waiting } }: { state: ScreeningState }) {
  const { subject, isOpen, ask, close } = useDialogSubject<Decision>();
  const [isAll, setIsAll] = useState(false);
  if (hits.length === 0)
    return (
      <EmptyState title="No names to review">
        Payers and recipients whose names are similar to listed ones appear here. Verifications wait under Identity.
      </EmptyState>
    );
  const shown = isAll ? hits.length : Math.max(waiting, fewRows);
  return (
    <div>
      <TableScroll label="Names on sanctions lists, a table" className={page.stacked}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Similar to</th>
            <th scope="col">Found</th>
            <th scope="col">State</th>
            <th scope="col">
              <span className="screen-reader">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {hits.slice(0, shown).map((hit) => (
            <HitRow key={hit.id} hit={hit} onDecide={(how) => ask({ how, hit })} />
          ))}
        </tbody>
      </TableScroll>
      <ShowAll total={hits.length} shown={Math.min(shown, hits.length)} onAll={() => setIsAll(true)} />
      {subject && (
        <ActDialog
          key={`${subject.how} ${subject.hit.id}`}
          act={decideOn(subject)}
          open={isOpen}
          onClose={close}
          focusWhenDone={() => headingOf('screening')}
        />
      )}
    </div>
  );
}

type HitRowProps = { hit: ScreeningHit; onDecide: (how: Decision['how']) => void };

function HitRow({ hit, onDecide }: HitRowProps) {
  const { name, member, line, found, found_at: at } = hit;
  return (
    <tr>
      <th scope="row" className={styles.text}>
        {name === '' ? <span className="muted">Closed account</span> : <bdi>{name}</bdi>}
        <span className={page.under}>
          {line === null ? `Recipient${member ? `, ${member.email}` : ''}` : `Payer of statement line ${line}`}
        </span>
      </th>
      <td data-label="Similar to" className={styles.text}>
        {found.map((party) => (
          <Party key={`${party.list} ${party.id}`} party={party} />
        ))}
      </td>
      <td data-label="Found">
        <time dateTime={at}>{when(at)}</time>
      </td>
      <td data-label="State" className={styles.text}>
        <State hit={hit} />
      </td>
      <td>
        <Acts hit={hit} onDecide={onDecide} />
      </td>
    </tr>
  );
}

function Party({ party }: { party: ScreeningHit['found'][number] }) {
  const { list, id, name, matched_name: matched, score, program } = party;
  return (
    <span className={styles.party}>
      <bdi>{name}</bdi>, {score}%
      <span className={page.under}>
        {list} {id}
        {program === '' ? '' : `, ${program}`}
        {matched === name ? '' : `, as “${matched}”`}
      </span>
    </span>
  );
}

const stateWords = {
  waiting: { words: 'Money waits', tone: 'wait' },
  cleared: { words: 'Another person', tone: 'ok' },
  confirmed: { words: 'Listed: blocked', tone: 'over' },
} as const;

function State({ hit: { state, decided_by: by, decided_at: at, reason } }: { hit: ScreeningHit }) {
  const { words, tone } = stateWords[state];
  return (
    <>
      <Status tone={tone}>{words}</Status>
      {at !== null && (
        <span className={page.under}>
          {by}, <time dateTime={at}>{when(at)}</time>
        </span>
      )}
      {reason !== null && <bdi className={page.under}>{reason}</bdi>}
    </>
  );
}

function Acts({ hit: { state, name, yours }, onDecide }: HitRowProps) {
  if (state !== 'waiting') return null;
  if (yours) return <span className="small muted">This is your own name. Another operator decides.</span>;
  return (
    <span className={page.actions}>
      <Button size="s" aria-label={`Another person: ${name}`} onClick={() => onDecide('cleared')}>
        Another person
      </Button>
      <Button size="s" variant="quiet" aria-label={`Is listed: ${name}`} onClick={() => onDecide('confirmed')}>
        Is listed
      </Button>
    </span>
  );
}

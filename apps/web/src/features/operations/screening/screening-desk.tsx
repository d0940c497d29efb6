import type { ScreeningState } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { isLive } from '../../../api/page-settings.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { bankDayText } from '../bank/bank-day.ts';
import { HashButton } from '../bank/hash-button.tsx';
import { Loaded } from '../loaded.tsx';
import { screeningQuery } from '../operations-queries.ts';
import { Section } from '../section.tsx';
import { Hits } from './hits.tsx';
import page from '../operations.module.css';
import styles from './screening.module.css';

/** The loaded sanctions lists, and the names that wait for a decision. */
export function ScreeningDesk() {
  const query = useQuery(screeningQuery);
  const waiting = query.data?.waiting;
  return (
    <Section
      id="screening"
      title="Screening"
      end={waiting !== undefined && <span className="small muted">{waitingText(waiting)}</span>}
    >
      <Loaded query={query}>
        {(state) => (
          <div className={styles.desk}>
            <Warnings state={state} />
            <Hits state={state} />
            <Lists lists={state.lists} />
          </div>
        )}
      </Loaded>
    </Section>
  );
}

const waitingText = (count: number) => `${count} ${count === 1 ? 'name waits' : 'names wait'} for a decision`;

function Warnings({ state: { are_missing: areMissing, problem } }: { state: ScreeningState }) {
  return (
    <>
      {areMissing && (
        <Notice icon={TriangleAlert} tone="bad">
          <b>There are no sanctions lists, so Florin checks no names.</b> Set FLORIN_SCREENING_DIR to their folder.
        </Notice>
      )}
      {problem !== null && (
        <Notice icon={TriangleAlert} tone="bad">
          <b>Changed lists cannot be used, so the older ones stay.</b> {problem}
        </Notice>
      )}
    </>
  );
}

function Lists({ lists }: { lists: ScreeningState['lists'] }) {
  if (lists.length === 0)
    return isLive() ? null : (
      <EmptyState title="No sanctions lists">Put the lists of OFAC, UN or EU into FLORIN_SCREENING_DIR.</EmptyState>
    );
  return (
    <TableScroll label="Sanctions lists, a table" className={page.stacked}>
      <thead>
        <tr>
          <th scope="col">List</th>
          <th scope="col">Date</th>
          <th scope="col" className="number">
            Entries
          </th>
          <th scope="col">Files</th>
        </tr>
      </thead>
      <tbody>
        {lists.map(({ list, date, entries, files }) => (
          <tr key={list}>
            <th scope="row">{list}</th>
            <td data-label="Date">{bankDayText(date)}</td>
            <td data-label="Entries" className="number">
              {entries.toLocaleString('en')}
            </td>
            <td data-label="Files">
              {files.map(({ name, sha256 }) => (
                <span key={name} className={styles.file}>
                  <bdi>{name}</bdi>
                  <HashButton sha256={sha256} of={name} />
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </TableScroll>
  );
}

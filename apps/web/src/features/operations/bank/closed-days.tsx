import { useInfiniteQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { Loaded } from '../loaded.tsx';
import { bankDaysQuery } from '../operations-queries.ts';
import { headingOf, Section } from '../section.tsx';
import { bankDayText } from './bank-day.ts';
import { CloseDayDialog, type Days } from './close-day-dialog.tsx';
import { DayReports } from './day-reports.tsx';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

/** Closes a day of the bank, and lists the reports of closed days. */
export function ClosedDays() {
  const query = useInfiniteQuery(bankDaysQuery);
  return (
    <Section
      id="bank-days"
      title="Closed days"
      end={<span className="small muted only-wide">reports never change, each has the hash of the previous one</span>}
    >
      <Loaded query={query}>
        {({ pages }) => {
          const [newest] = pages;
          return (
            newest && (
              <>
                <NextDay days={newest} />
                <DayReports reports={pages.flatMap(({ reports }) => reports)} />
              </>
            )
          );
        }}
      </Loaded>
      {query.isFetchNextPageError && (
        <LoadFailed
          error={query.error}
          onRetry={() => void query.fetchNextPage()}
          retrying={query.isFetchingNextPage}
          reassures={false}
        />
      )}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <Button
          size="s"
          variant="quiet"
          className={page.all}
          busy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {query.isFetchingNextPage ? 'Loading...' : 'Older'}
        </Button>
      )}
    </Section>
  );
}

type Next = Omit<Days, 'next'> & { readonly next: string | null; readonly problems: readonly string[] };

function NextDay({ days }: { days: Next }) {
  const [isOpen, setIsOpen] = useState(false);
  const { last, next, problems } = days;
  return (
    <>
      <div className={styles.closing}>
        <span className="small">
          {last === null ? 'No day is closed yet.' : `The last closed day is ${bankDayText(last)}.`}
        </span>
        <Button
          size="s"
          needsServer
          reason={next === null ? 'Today is closed already.' : undefined}
          onClick={() => setIsOpen(true)}
        >
          Close a day
        </Button>
      </div>
      {problems.length > 0 && next !== null && (
        <div className={styles.notices}>
          {problems.map((problem) => (
            <Notice key={problem} icon={TriangleAlert}>
              {problem}
            </Notice>
          ))}
        </div>
      )}
      {next !== null && (
        <CloseDayDialog
          key={next}
          days={{ ...days, next }}
          open={isOpen}
          onClose={() => setIsOpen(false)}
          focusWhenDone={() => headingOf('bank-days')}
        />
      )}
    </>
  );
}

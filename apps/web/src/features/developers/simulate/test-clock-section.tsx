import { endpoints } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '../../../api/invalidate.ts';
import { testClockQuery } from '../../../api/queries-of-developers.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { Button } from '../../../ui/button.tsx';
import { dateFormat } from '../../../ui/date-format.ts';
import { Fact } from '../../../ui/fact.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { durationText } from './duration-text.ts';
import { Outcome } from './outcome.tsx';
import { useSimulation } from './use-simulation.ts';
import styles from './simulate.module.css';

const steps = [3_600, 86_400, 7 * 86_400, 30 * 86_400] as const;
const momentOf = dateFormat({ month: 'short', day: true, year: true, time: 'minute' });

export function TestClockSection() {
  const queryClient = useQueryClient();
  const { data: clock, isError, error, isFetching, refetch } = useQuery(testClockQuery);
  const { submit, busy } = useMoneyCommand(endpoints.advanceTestClock);
  const advance = useSimulation(
    async (seconds: number) => {
      const after = await submit({ advance_seconds: seconds });
      if (!after) return undefined;
      queryClient.setQueryData(testClockQuery.queryKey, after);
      invalidate(queryClient, {});
      return seconds;
    },
    (seconds) => `Moved forward by ${durationText(seconds)}. Everything that is due now happens within seconds.`,
  );
  return (
    <section className="ledger" aria-labelledby="test-clock">
      <header>
        <h2 id="test-clock">Test clock</h2>
      </header>
      <div className={styles.clock}>
        <p className="muted">
          Move the time of this account forward, and its requests, proposals, plans, invoices and webhooks become due.
          No other account moves, and transactions keep their real time.
        </p>
        {clock && (
          <dl className="sum">
            <Fact name="Time of this account">
              <time dateTime={clock.now}>{momentOf(new Date(clock.now))}</time>
            </Fact>
            <Fact name="Moved forward by">
              {clock.advanced_seconds === 0 ? 'Not moved' : durationText(clock.advanced_seconds)}
            </Fact>
          </dl>
        )}
        {!clock &&
          (isError ? (
            <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <SkeletonRows count={2} />
          ))}
        <fieldset className={styles.steps} aria-label="Move forward by">
          {steps.map((seconds) => (
            <Button key={seconds} busy={busy} needsServer onClick={() => void advance.run(seconds)}>
              {durationText(seconds)}
            </Button>
          ))}
        </fieldset>
        <Outcome done={advance.done} error={advance.error} />
      </div>
    </section>
  );
}

import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { Notice } from '../../../ui/notice.tsx';
import type { Outcome } from './use-bank-files.ts';
import styles from './bank-desk.module.css';

/** Shows the outcome of an uploaded file. */
export function FileOutcome({ outcome }: { outcome: Outcome }) {
  const name = <bdi>{outcome.name}</bdi>;
  if ('problem' in outcome)
    return (
      <Notice icon={TriangleAlert} tone="bad" scrollsIntoView>
        <span className={styles.outcome}>
          {outcome.isUnknown ? (
            <>
              <b>The server did not answer about {name}.</b> Upload it again: nothing is booked twice.
            </>
          ) : (
            <>
              <b>{name} was refused.</b> Nothing of it was imported.
              <span className="block">{outcome.problem}</span>
            </>
          )}
        </span>
      </Notice>
    );
  const { known, warnings } = outcome.report;
  if (known)
    return (
      <Notice icon={Info} scrollsIntoView>
        <span className={styles.outcome}>
          <b>{name} was imported before.</b> Nothing changed.
        </span>
      </Notice>
    );
  return (
    <Notice icon={CircleCheck} tone={warnings.length > 0 ? 'warn' : 'ok'} scrollsIntoView>
      <span className={styles.outcome}>
        <b>{name} was imported:</b> {broughtText(outcome.report)}.
        {[...new Set(warnings)].map((warning) => (
          <span key={warning} className="block">
            {warning}
          </span>
        ))}
      </span>
    </Notice>
  );
}

type Report = Extract<Outcome, { readonly report: unknown }>['report'];

/** Describes the content of a file: `2 lines, 1 new`, or the figures of a status file or a file with returns. */
function broughtText({ lines, new_lines: added, reported, rejected, changes }: Report): string {
  const others = [
    reported > 0 && paymentsText(reported),
    rejected > 0 && `${counted(rejected, 'withdrawal')} returned`,
    changes > 0 && counted(changes, 'account correction'),
  ].filter(Boolean);
  const ofLines = `${counted(lines, 'line')}, ${added === 0 ? 'none' : added.toLocaleString('en')} new`;
  return [...(lines > 0 || others.length === 0 ? [ofLines] : []), ...others].join(', ');
}

export const paymentsText = (reported: number) => `${counted(reported, 'payment')} reported`;

export const counted = (count: number, thing: string) =>
  `${count.toLocaleString('en')} ${count === 1 ? thing : `${thing}s`}`;

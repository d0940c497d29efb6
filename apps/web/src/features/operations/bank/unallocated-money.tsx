import type { MoneyWithoutLine, UnallocatedLine } from '@florin/contract';
import { useState } from 'react';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableScroll } from '../../../ui/table-scroll.tsx';
import { AmountText } from '../../../wallet-ui/amount-text.tsx';
import { ActDialog, type Act } from '../act-dialog.tsx';
import { headingOf, Section } from '../section.tsx';
import { fewRows, ShowAll } from '../show-all.tsx';
import { useDialogSubject } from '../use-dialog-subject.ts';
import { LineCreditDialog, UnownedCreditDialog } from './credit-dialogs.tsx';
import { LineActions } from './line-actions.tsx';
import { actOfConnecting, actOfKeeping, actOfOwnFunds, actOfReturn } from './line-acts.ts';
import { DayCell, PayerCell, TextCell } from './line-cells.tsx';
import { UnownedMoney, type UnownedMoneyProps } from './unowned-money.tsx';
import { amountOfLine, isIncoming, reasonWords, takenBackBy } from './line-words.ts';
import page from '../operations.module.css';
import styles from './bank-desk.module.css';

type UnallocatedMoneyProps = { lines: readonly UnallocatedLine[]; total: number };

type Props = UnallocatedMoneyProps & { withoutLine: UnownedMoneyProps };

/** Lists statement lines that belong to no member yet, oldest first, and money of closed accounts. */
export function UnallocatedMoney({ lines, total, withoutLine }: Props) {
  const credit = useDialogSubject<UnallocatedLine>();
  const unowned = useDialogSubject<MoneyWithoutLine>();
  const act = useDialogSubject<{ id: string; act: Act }>();
  return (
    <Section
      id="unallocated"
      title="Unallocated money"
      end={<span className="small muted">{countWords(total, withoutLine.total)}</span>}
    >
      {lines.length === 0 ? (
        withoutLine.total === 0 && (
          <EmptyState title="Everything is allocated">Money without a clear owner appears here.</EmptyState>
        )
      ) : (
        <Lines
          lines={lines}
          total={total}
          onCredit={credit.ask}
          onAct={(line, asked) => act.ask({ id: line.id, act: asked })}
        />
      )}
      {withoutLine.total > 0 && <UnownedMoney {...withoutLine} onCredit={unowned.ask} />}
      {credit.subject && (
        <LineCreditDialog
          key={credit.subject.id}
          line={credit.subject}
          open={credit.isOpen}
          onClose={credit.close}
          focusWhenDone={() => headingOf('unallocated')}
        />
      )}
      {unowned.subject && (
        <UnownedCreditDialog
          key={unowned.subject.id}
          item={unowned.subject}
          open={unowned.isOpen}
          onClose={unowned.close}
          focusWhenDone={() => headingOf('unallocated')}
        />
      )}
      {act.subject && (
        <ActDialog
          key={`${act.subject.id} ${act.subject.act.title}`}
          act={act.subject.act}
          open={act.isOpen}
          onClose={act.close}
          focusWhenDone={() => headingOf('unallocated')}
        />
      )}
    </Section>
  );
}

/**
 * Returns the number of waiting lines, such as `2 lines, oldest first`. Names the money of closed accounts if such
 * money exists.
 */
function countWords(lines: number, others: number): string {
  const ofLines = `${lines} ${lines === 1 ? 'line' : 'lines'}`;
  if (others === 0) return `${ofLines}, oldest first`;
  const ofOthers = `${others} ${others === 1 ? 'amount' : 'amounts'} of closed accounts`;
  return lines === 0 ? ofOthers : `${ofLines}, ${ofOthers}`;
}

type LinesProps = UnallocatedMoneyProps & {
  onCredit: (line: UnallocatedLine) => void;
  onAct: (line: UnallocatedLine, act: Act) => void;
};

function Lines({ lines, total, onCredit, onAct }: LinesProps) {
  const [shown, setShown] = useState(fewRows);
  return (
    <>
      <TableScroll label="Unallocated money, a table" className={page.stacked}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col" className="number">
              Amount
            </th>
            <th scope="col">Payer or payee</th>
            <th scope="col">Text</th>
            <th scope="col">Why it is here</th>
            <th scope="col">
              <span className="screen-reader">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shown).map((line) => (
            <LineRow key={line.id} line={line} lines={lines} onCredit={onCredit} onAct={onAct} />
          ))}
        </tbody>
      </TableScroll>
      <ShowAll total={lines.length} shown={shown} onAll={() => setShown(lines.length)} />
      {total > lines.length && (
        <p className={`small muted ${styles.notice}`}>
          These are the oldest {lines.length} of {total} lines.
        </p>
      )}
    </>
  );
}

type LineRowProps = Pick<LinesProps, 'lines' | 'onCredit' | 'onAct'> & { line: UnallocatedLine };

function LineRow({ line, lines, onCredit, onAct }: LineRowProps) {
  const { reason, member } = line;
  return (
    <tr>
      <DayCell line={line} />
      <td className={`number ${styles.money}`}>
        <AmountText
          amount={amountOfLine(line)}
          {...(isIncoming(line) && { sign: 'always' as const, tone: 'in' as const })}
        />
      </td>
      <PayerCell line={line} />
      <TextCell line={line} />
      <td data-label="Why it is here">
        <div className={styles.text}>
          {reasonWords[reason]}
          {member && (
            <span className={styles.second} title={member.email}>
              Names <bdi>{member.name}</bdi>
            </span>
          )}
        </div>
      </td>
      <td>
        <LineActions
          line={line}
          onCredit={() => onCredit(line)}
          onReturn={() => onAct(line, actOfReturn(line))}
          onOwn={() => onAct(line, actOfOwnFunds(line))}
          onKeep={() => onAct(line, actOfKeeping(line))}
          takenBack={isIncoming(line) ? [] : takenBackBy(line, lines)}
          onConnect={(deposit) => onAct(line, actOfConnecting(line, deposit))}
        />
      </td>
    </tr>
  );
}

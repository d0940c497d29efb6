import type { UnallocatedLine } from '@florin/contract';
import { Button } from '../../../ui/button.tsx';
import { Status } from '../../../ui/status.tsx';
import { payerOf } from './line-acts.ts';
import { isIncoming, sumOfLine } from './line-words.ts';
import { WaitsFor } from './waits-for.tsx';
import page from '../operations.module.css';

type LineActionsProps = {
  line: UnallocatedLine;
  /** The incoming lines that an outgoing line may have reversed. */
  takenBack: readonly UnallocatedLine[];
  onCredit: () => void;
  onReturn: () => void;
  onOwn: () => void;
  onKeep: () => void;
  onConnect: (deposit: UnallocatedLine) => void;
};

/** Shows the possible actions for a line, or its current step. */
export function LineActions({ line, takenBack, onCredit, onReturn, onOwn, onKeep, onConnect }: LineActionsProps) {
  const { proposal, returning, counterparty, not_returnable: whyNot } = line;
  if (proposal) return <WaitsFor section="#proposals" />;
  if (returning !== null) return <Returning line={line} onKeep={onKeep} />;
  if (line.on_list) return <WaitsFor section="#screening" />;
  if (!isIncoming(line))
    return (
      <span className={`${page.actions} ${page.acts}`}>
        {takenBack.map((deposit) => (
          <Button key={deposit.id} size="s" variant="quiet" onClick={() => onConnect(deposit)}>
            Took back {sumOfLine(deposit)} from {payerOf(deposit)}
          </Button>
        ))}
        <OwnFunds line={line} onOwn={onOwn} />
      </span>
    );
  const what = [sumOfLine(line), counterparty].filter(Boolean).join(' from ');
  return (
    <span className={`${page.actions} ${page.acts}`}>
      <Button size="s" aria-label={`Credit to a member: ${what}`} onClick={onCredit}>
        Credit to a member
      </Button>
      <Button
        size="s"
        variant="quiet"
        aria-label={`Return to the payer: ${what}`}
        reason={whyNot ?? undefined}
        onClick={onReturn}
      >
        Return to the payer
      </Button>
      <OwnFunds line={line} onOwn={onOwn} />
    </span>
  );
}

/**
 * A line with the name of a payment batch belongs to withdrawals, so the server refuses this action for such a line.
 */
function OwnFunds({ line, onOwn }: Pick<LineActionsProps, 'line' | 'onOwn'>) {
  const isOfBatch = line.reason === 'batch_amount';
  const what = [sumOfLine(line), line.counterparty].filter(Boolean).join(isIncoming(line) ? ' from ' : ' to ');
  return (
    <Button
      size="s"
      variant="quiet"
      aria-label={`Book as own funds: ${what}`}
      reason={isOfBatch ? 'The line is about withdrawals. Settle their batch.' : undefined}
      onClick={onOwn}
    >
      Own funds
    </Button>
  );
}

const returningWords: Record<NonNullable<UnallocatedLine['returning']>, string> = {
  ready: 'Goes back to the payer',
  batched: 'In a payment batch to the payer',
  sent: 'The bank pays it back',
};

function Returning({ line, onKeep }: Pick<LineActionsProps, 'line' | 'onKeep'>) {
  if (line.returning === null) return null;
  return (
    <span className={`${page.actions} ${page.acts}`}>
      <a href="#payouts" className={page.actions}>
        <Status tone="wait">{returningWords[line.returning]}</Status>
      </a>
      {line.returning === 'ready' && (
        <Button size="s" variant="quiet" aria-label={`Keep ${sumOfLine(line)}`} onClick={onKeep}>
          Keep
        </Button>
      )}
    </span>
  );
}

import type { KycCase } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Fact } from '../../../ui/fact.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { idTypeName } from '../../../wallet-ui/kyc-words.ts';
import { ActDialog, actErrorText } from '../act-dialog.tsx';
import { birthDate, countryName } from './case-words.ts';
import { NeedsMoreDialog } from './needs-more-dialog.tsx';
import { decide, useDecision } from './use-decision.ts';
import styles from './review.module.css';

type VerdictProps = { kycCase: KycCase; onDecided: () => void };

/** Shows the member's answers to compare with the document, and the decision buttons. */
export function Verdict({ kycCase, onDecided }: VerdictProps) {
  const [compared, setCompared] = useState<ReadonlySet<string>>(new Set());
  const tick = (fact: string) =>
    setCompared(
      (before) => new Set(before.has(fact) ? [...before].filter((each) => each !== fact) : [...before, fact]),
    );
  return (
    <section className={styles.verdict} aria-labelledby="case-title">
      <h3 id="case-title" tabIndex={-1} ref={takeLostFocus}>
        {kycCase.name}
      </h3>
      <p className={`muted ${styles.person}`}>
        {kycCase.email} · Level {kycCase.level}
      </p>
      {kycCase.new_name !== null && (
        <dl aria-label="Change of name">
          <Fact name="Verified name">{kycCase.account_name}</Fact>
          <Fact name="New name">{kycCase.new_name}</Fact>
        </dl>
      )}
      <Facts kycCase={kycCase} compared={compared} onTick={tick} />
      <Checkbox label="Face matches the photo" checked={compared.has('Face')} onChange={() => tick('Face')} />
      {kycCase.notes.length > 0 && <Notes notes={kycCase.notes} />}
      <Actions kycCase={kycCase} isCompared={toCompare.every((fact) => compared.has(fact))} onDecided={onDecided} />
    </section>
  );
}

const onDocument = ['Name', 'Born', 'Number'] as const;
const toCompare = [...onDocument, 'Face'];

/** Focuses the heading of the next case, because the previous case's focused button is gone. */
function takeLostFocus(heading: HTMLElement | null) {
  if (heading && document.activeElement?.contains(heading)) heading.focus({ preventScroll: true });
}

type FactsProps = { kycCase: KycCase; compared: ReadonlySet<string>; onTick: (fact: string) => void };

function Facts({ kycCase: { form, id_type: idType }, compared, onTick }: FactsProps) {
  const text: Record<(typeof onDocument)[number], string> = {
    Name: `${form.first_name} ${form.last_name}`,
    Born: birthDate(form.date_of_birth),
    Number: form.id_number,
  };
  return (
    <dl>
      {onDocument.map((fact) => (
        <Fact key={fact} name={fact}>
          <span>{text[fact]}</span>
          <Checkbox
            label={<span className="screen-reader">{fact} matches the document</span>}
            checked={compared.has(fact)}
            onChange={() => onTick(fact)}
          />
        </Fact>
      ))}
      <Fact name="Document">
        {idTypeName[idType]}, {countryName(form.country)}
      </Fact>
      <Fact name="Address">
        {form.street_address}, {form.postal_code} {form.city}
      </Fact>
    </dl>
  );
}

function Notes({ notes }: { notes: readonly string[] }) {
  return (
    <div className={styles.notes}>
      <h4>Automatic check notes</h4>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}

type ActionsProps = VerdictProps & { isCompared: boolean };

function Actions({ kycCase, isCompared, onDecided }: ActionsProps) {
  const [dialog, setDialog] = useState<'more' | 'deny'>();
  const { run, busy, error } = useDecision(kycCase, { shown: true, onDecided });
  const close = () => setDialog(undefined);
  return (
    <div className="buttons">
      {error && (
        <Notice icon={TriangleAlert} tone="bad">
          {actErrorText(error)}
        </Notice>
      )}
      <Button
        variant="primary"
        block
        busy={busy}
        reason={isCompared ? undefined : 'Check every box first.'}
        onClick={() => run({ decision: 'verified' })}
      >
        {busy ? 'Processing...' : 'Verify, Level 2'}
      </Button>
      <Button onClick={() => setDialog('more')}>Needs more…</Button>
      <Button variant="danger" onClick={() => setDialog('deny')}>
        Deny…
      </Button>
      <NeedsMoreDialog kycCase={kycCase} open={dialog === 'more'} onClose={close} onDecided={onDecided} />
      <ActDialog
        open={dialog === 'deny'}
        onClose={close}
        onDone={onDecided}
        act={{
          title: `Deny ${kycCase.name}?`,
          description: 'The level and limits stay the same. The member sees the reason.',
          label: 'Deny',
          isDanger: true,
          reasonLabel: 'Reason',
          call: (reason) => decide(kycCase, { decision: 'denied', reasons: [{ item: 'document', reason }] }),
          done: `${kycCase.name}: denied`,
        }}
      />
    </div>
  );
}

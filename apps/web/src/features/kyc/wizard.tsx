import { Check } from 'lucide-react';
import { useState } from 'react';
import type { KycStatus } from '../../api/read/answers.ts';
import type { DraftOrForm } from '../../api/fallbacks.ts';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import { LimitsAside, SelfieAside } from './asides.tsx';
import { DocumentStep } from './document-step.tsx';
import { firstOpenStep, stepOfField, steps, type Step } from './form-rules.ts';
import { KycHeader } from './kyc-header.tsx';
import { PersonalStep } from './personal-step.tsx';
import { SelfieStep } from './selfie-step.tsx';
import { useKycForm } from './use-kyc-form.ts';
import { useSubmitKyc } from './use-submit-kyc.ts';
import styles from './kyc.module.css';

/** The three-step wizard for a first verification, a retry or a new name. */
export function Wizard({ status, draft }: { status: KycStatus; draft: DraftOrForm }) {
  const form = useKycForm(draft, status.status !== 'none' || status.new_name !== null);
  const [step, setStep] = useState(() => firstOpenStep(form.fields, draft.files, form.storedNumber));
  const [moved, setMoved] = useState(status.status === 'denied'); // The member came here with Start over.
  const go = (to: Step) => {
    setStep(to);
    setMoved(true);
  };
  const submission = useSubmitKyc(form, (wrong) => go(firstOf(Object.keys(wrong).map(stepOfField))));
  const { submit, ...submitting } = submission;
  return (
    <>
      <KycHeader
        title="KYC Verification"
        about={
          status.new_name === null ? 'Verify your identity to raise your limits' : 'Show your new name with a document'
        }
        step={steps.indexOf(step) + 1}
      />
      <ConfirmEmailFirst to="verify your identity" />
      <Stepper at={step} />
      <div className={`page-grid ${styles.grid}`}>
        {step === 'personal' && (
          <PersonalStep form={form} focused={moved} nextLabel="Continue" onNext={() => go('document')} />
        )}
        {step === 'document' && (
          <DocumentStep
            form={form}
            files={draft.formOnly ? 'none' : draft.files}
            focused={moved}
            nextLabel="Continue"
            onNext={() => go('selfie')}
            onBack={() => go('personal')}
          />
        )}
        {step === 'selfie' && (
          <SelfieStep
            {...submitting}
            selfie={draft.formOnly ? 'none' : draft.files.find(({ kind }) => kind === 'selfie')}
            focused={moved}
            nextLabel="Submit for Review"
            onNext={submit}
            onBack={() => go('document')}
          />
        )}
        {step === 'selfie' ? <SelfieAside /> : <LimitsAside status={status} locked={step === 'document'} />}
      </div>
    </>
  );
}

const firstOf = (wrong: readonly Step[]): Step => steps.find((step) => wrong.includes(step)) ?? 'selfie';

function Stepper({ at }: { at: Step }) {
  const position = steps.indexOf(at);
  return (
    <ol className={styles.stepper} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < position ? styles.done : undefined}
          aria-current={index === position ? 'step' : undefined}
        >
          {index < position ? <Icon as={Check} size={16} /> : <span>{index + 1}</span>}
          <b>{kycItemName[step]}</b>
          {index < position && <span className="screen-reader">, done</span>}
        </li>
      ))}
    </ol>
  );
}

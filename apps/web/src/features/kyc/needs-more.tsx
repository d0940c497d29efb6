import type { KycDraft } from '@florin/contract';
import { useState } from 'react';
import type { KycStatus } from '../../api/read/answers.ts';
import { LimitsAside, SelfieAside } from './asides.tsx';
import { dayText } from '../../wallet-ui/day-text.ts';
import { KycHeader } from './kyc-header.tsx';
import { missingTitle, stillMissing, type Item } from './missing-items.ts';
import { ReplaceItem } from './replace-item.tsx';
import { useKycForm } from './use-kyc-form.ts';
import { useSubmitKyc } from './use-submit-kyc.ts';
import { SubmittedItems } from './submitted-items.tsx';
import styles from './kyc.module.css';

/** Shown when an operator asks the member to replace some items. */
export function NeedsMore({ status, draft }: { status: KycStatus; draft: KycDraft }) {
  const form = useKycForm(draft, true);
  const [replacing, setReplacing] = useState<Item>();
  const [personalIsEdited, setPersonalIsEdited] = useState(false);
  const [lastReplaced, setLastReplaced] = useState<Item>();
  const { submit, ...submitting } = useSubmitKyc(form, () => setReplacing(undefined));
  const missing = stillMissing(status, draft, personalIsEdited);
  const replace = (item: Item) => {
    setLastReplaced(item);
    setReplacing(item);
  };
  const done = () => {
    if (replacing === 'personal') setPersonalIsEdited(true);
    setReplacing(undefined);
  };
  return (
    <>
      <KycHeader title={missingTitle(status.reasons.length)} about={aboutText(status)} />
      <div className={`page-grid ${styles.grid}`}>
        {replacing ? (
          <ReplaceItem
            item={replacing}
            form={form}
            files={draft.files}
            isReplaced={!missing.includes(replacing)}
            decidedAt={status.decided_at}
            onDone={done}
            onBack={() => setReplacing(undefined)}
          />
        ) : (
          <SubmittedItems
            reasons={status.reasons}
            missing={missing}
            focusOn={lastReplaced}
            onReplace={replace}
            onSubmit={submit}
            {...submitting}
          />
        )}
        {replacing === 'selfie' ? <SelfieAside /> : <LimitsAside status={status} />}
      </div>
    </>
  );
}

const aboutText = ({ decided_at: at, reasons }: KycStatus) =>
  `We reviewed your documents${at === null ? '' : ` on ${dayText(at)}`} and need ${reasons.length === 1 ? 'this' : 'these'} again`;

import type { KycFile } from '@florin/contract';
import { DocumentStep } from './document-step.tsx';
import type { Item } from './missing-items.ts';
import { PersonalStep } from './personal-step.tsx';
import { SelfieStep } from './selfie-step.tsx';
import type { KycFormState } from './use-kyc-form.ts';

type ReplaceItemProps = {
  item: Item;
  form: KycFormState;
  files: readonly KycFile[];
  isReplaced: boolean;
  /** What was uploaded until then is what was looked at. */
  decidedAt: string | null;
  onDone: () => void;
  onBack: () => void;
};

/** The step that a missing item belongs to, by itself. */
export function ReplaceItem({ item, form, files, isReplaced, decidedAt, onDone, onBack }: ReplaceItemProps) {
  const moves = { focused: true, nextLabel: 'Done', onNext: onDone, onBack };
  switch (item) {
    case 'personal':
      return <PersonalStep {...moves} form={form} />;
    case 'document':
      return (
        <DocumentStep
          {...moves}
          form={form}
          files={files}
          reason={isReplaced ? undefined : 'Replace a photo of the document first.'}
        />
      );
    case 'selfie':
      return (
        <SelfieStep
          {...moves}
          busy={false}
          selfie={files.find(({ kind, added_at }) => kind === 'selfie' && added_at > (decidedAt ?? ''))}
        />
      );
  }
}

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
  /** The operator has reviewed files uploaded before this time. */
  decidedAt: string | null;
  onDone: () => void;
  onBack: () => void;
};

/** Shows only the wizard step of the item to replace. */
export function ReplaceItem({ item, form, files, isReplaced, decidedAt, onDone, onBack }: ReplaceItemProps) {
  const navigation = { focused: true, nextLabel: 'Done', onNext: onDone, onBack };
  switch (item) {
    case 'personal':
      return <PersonalStep {...navigation} form={form} />;
    case 'document':
      return (
        <DocumentStep
          {...navigation}
          form={form}
          files={files}
          reason={isReplaced ? undefined : 'Replace a photo of the document first.'}
        />
      );
    case 'selfie':
      return (
        <SelfieStep
          {...navigation}
          busy={false}
          selfie={files.find(({ kind, added_at }) => kind === 'selfie' && added_at > (decidedAt ?? ''))}
        />
      );
  }
}

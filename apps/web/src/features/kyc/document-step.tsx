import type { KycFile } from '@florin/contract';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import { FileSlot } from './file-slot.tsx';
import { documentErrors, missingSides, sidesOf } from './form-rules.ts';
import { IdTypeTiles } from './id-type-tiles.tsx';
import { StepSheet, type StepNavigation } from './step-sheet.tsx';
import type { KycFormState } from './use-kyc-form.ts';
import { useNextStep } from './use-next-step.ts';

type DocumentStepProps = StepNavigation & {
  form: KycFormState;
  /** `none` if the server accepts no files. */
  files: readonly KycFile[] | 'none';
  reason?: string | undefined;
};

export function DocumentStep({ form, files, reason, onNext, ...navigation }: DocumentStepProps) {
  const { fields, errors, change, storedNumber } = form;
  const [showsMissing, setShowsMissing] = useState(false);
  const [frontBusy, setFrontBusy] = useState(false);
  const [backBusy, setBackBusy] = useState(false);
  const { next, ...progress } = useNextStep(form, onNext);
  const missing = files === 'none' ? [] : missingSides(fields, files);
  const submit = () => {
    setShowsMissing(true);
    const found = documentErrors(fields, storedNumber);
    if (missing.length === 0 || found.id_number) next(found);
  };
  const slotOf = (kind: 'front' | 'back', label: string) =>
    files !== 'none' && (
      <FileSlot
        key={kind}
        kind={kind}
        label={label}
        file={files.find((file) => file.kind === kind)}
        error={showsMissing && missing.includes(kind) ? missingMessages[kind] : undefined}
        onBusyChange={kind === 'front' ? setFrontBusy : setBackBusy}
      />
    );
  const hasTwoSides = sidesOf(fields.id_type).length > 1;
  return (
    <StepSheet
      {...navigation}
      {...progress}
      title={kycItemName.document}
      onSubmit={submit}
      reason={frontBusy || backBusy ? 'The file is still uploading.' : reason}
    >
      <IdTypeTiles value={fields.id_type} onChange={(id_type) => change({ id_type })} />
      <Field label="ID number" error={errors.id_number} help={storedNumber && storedNumberHelp(storedNumber)}>
        <TextInput
          name="id_number"
          autoComplete="off"
          spellCheck={false}
          maxLength={50}
          value={fields.id_number}
          onChange={({ currentTarget }) => change({ id_number: currentTarget.value })}
          onBlur={form.saveSoon}
        />
      </Field>
      {files === 'none' && <p className="small muted">This server accepts no photos. The number is enough.</p>}
      {slotOf('front', hasTwoSides ? 'Front of the document' : 'Photo of the document')}
      {hasTwoSides && slotOf('back', 'Back of the document')}
    </StepSheet>
  );
}

const missingMessages = {
  front: 'Please add a picture of your document.',
  back: 'Please add a picture of the back of your document.',
};

const storedNumberHelp = (number: string) => `Your number ends in ${number.slice(-4)}. Leave this empty to keep it.`;

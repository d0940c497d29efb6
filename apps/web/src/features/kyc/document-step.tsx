import type { KycFile } from '@florin/contract';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { kycItemName } from '../../wallet-ui/kyc-words.ts';
import { FileSlot } from './file-slot.tsx';
import { documentErrors, missingSides, sidesOf } from './form-rules.ts';
import { IdTypeTiles } from './id-type-tiles.tsx';
import { StepSheet, type StepMoves } from './step-sheet.tsx';
import type { KycFormState } from './use-kyc-form.ts';
import { useNextStep } from './use-next-step.ts';

type DocumentStepProps = StepMoves & {
  form: KycFormState;
  /** `none` where the server takes no files. */
  files: readonly KycFile[] | 'none';
  reason?: string | undefined;
};

export function DocumentStep({ form, files, reason, onNext, ...moves }: DocumentStepProps) {
  const { fields, errors, change, keptNumber } = form;
  const [showsMissing, setShowsMissing] = useState(false);
  const [frontBusy, setFrontBusy] = useState(false);
  const [backBusy, setBackBusy] = useState(false);
  const { goOn, ...going } = useNextStep(form, onNext);
  const missing = files === 'none' ? [] : missingSides(fields, files);
  const submit = () => {
    setShowsMissing(true);
    const found = documentErrors(fields, keptNumber);
    if (missing.length === 0 || found.id_number) goOn(found);
  };
  const slotOf = (kind: 'front' | 'back', label: string) =>
    files !== 'none' && (
      <FileSlot
        key={kind}
        kind={kind}
        label={label}
        file={files.find((file) => file.kind === kind)}
        error={showsMissing && missing.includes(kind) ? missingWords[kind] : undefined}
        onBusyChange={kind === 'front' ? setFrontBusy : setBackBusy}
      />
    );
  const hasTwoSides = sidesOf(fields.id_type).length > 1;
  return (
    <StepSheet
      {...moves}
      {...going}
      title={kycItemName.document}
      onSubmit={submit}
      reason={frontBusy || backBusy ? 'The file is still on its way.' : reason}
    >
      <IdTypeTiles value={fields.id_type} onChange={(id_type) => change({ id_type })} />
      <Field label="ID number" error={errors.id_number} help={keptNumber && keptText(keptNumber)}>
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
      {files === 'none' && <p className="small muted">This server takes no pictures: the number is enough.</p>}
      {slotOf('front', hasTwoSides ? 'Front of the document' : 'Photo of the document')}
      {hasTwoSides && slotOf('back', 'Back of the document')}
    </StepSheet>
  );
}

const missingWords = {
  front: 'Please add a picture of your document.',
  back: 'Please add a picture of the back of your document.',
};

const keptText = (number: string) => `The one you sent ends in ${number.slice(-4)}. Leave this empty to keep it.`;

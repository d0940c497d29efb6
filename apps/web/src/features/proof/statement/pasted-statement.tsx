import { isStatement } from '../../../api/shared-statement.ts';
import { useRef, useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';

type PastedStatementProps = {
  onPaste: (statement: File) => void;
  /** Called when the text no longer contains the previous statement. */
  onRemove: (statement: File) => void;
};

/** Accepts a statement, or the link to a statement. */
export function PastedStatement({ onPaste, onRemove }: PastedStatementProps) {
  const [text, setText] = useState('');
  const last = useRef<File>(undefined);
  const change = (pasted: string) => {
    setText(pasted);
    if (last.current) onRemove(last.current);
    const statement = statementIn(pasted);
    last.current = isStatement(statement) ? new File([statement], 'the pasted statement') : undefined;
    if (last.current) onPaste(last.current);
  };
  const isOther = text.trim() !== '' && !isStatement(statementIn(text));
  return (
    <Field
      label="Or paste a statement or its link"
      error={isOther ? 'This is not a whole statement. Copy all of it.' : undefined}
    >
      <TextArea
        rows={2}
        value={text}
        onChange={({ target }) => change(target.value)}
        spellCheck={false}
        autoComplete="off"
      />
    </Field>
  );
}

const statementIn = (text: string): string => text.slice(text.indexOf('#') + 1);

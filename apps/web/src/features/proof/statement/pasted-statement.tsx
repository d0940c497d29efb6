import { isStatement } from '../../../api/shared-statement.ts';
import { useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';

/** Takes a statement, or the link with it. */
export function PastedStatement({ onPaste }: { onPaste: (statement: File) => void }) {
  const [text, setText] = useState('');
  const change = (pasted: string) => {
    setText(pasted);
    const statement = statementIn(pasted);
    if (isStatement(statement)) onPaste(new File([statement], 'the pasted statement'));
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

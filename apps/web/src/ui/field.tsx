import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { useContext, useId, type ReactNode } from 'react';
import { FieldControlContext, AnnounceErrorsContext } from './field-control.ts';
import { Icon } from './icon.tsx';

type FieldProps = {
  label: ReactNode;
  /** Shown at the end of the label's line: the available balance, or a Use Max button. */
  end?: ReactNode;
  help?: ReactNode;
  error?: string | undefined;
  className?: string | undefined;
  /** One control of this folder. The control reads its id and description from the context. */
  children: ReactNode;
};

export function Field({ label, end, help, error, className, children }: FieldProps) {
  const id = useId();
  const announces = useContext(AnnounceErrorsContext);
  const helpId = `${id}-help`;
  const errorId = `${id}-error`;
  const describedBy = [error && errorId, help !== undefined && helpId].filter(Boolean).join(' ');
  const control = {
    id,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  };
  return (
    <div className={clsx('field', className)}>
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {end !== undefined && <span className="muted">{end}</span>}
      </div>
      <FieldControlContext value={control}>{children}</FieldControlContext>
      {error && (
        <p className="help error" id={errorId} role={announces ? 'alert' : undefined}>
          <Icon as={TriangleAlert} size={16} />
          {error}
        </p>
      )}
      {help !== undefined && (
        <div className="help" id={helpId}>
          {help}
        </div>
      )}
    </div>
  );
}

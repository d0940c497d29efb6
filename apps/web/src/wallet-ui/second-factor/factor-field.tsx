import { CodeInput } from '../../ui/code-input.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { noFactor, type Factor } from './factor.ts';

type FactorFieldProps = {
  /** Set to false if the member has no authenticator app. In that case only recovery codes are accepted. */
  hasApp?: boolean;
  factor: Factor;
  onChange: (factor: Factor) => void;
  error: string | undefined;
  /** Called when all six digits are typed. */
  onComplete?: ((code: string) => void) | undefined;
  /** Adds a "Use a passkey" button. */
  onPasskey?: (() => void) | undefined;
};

/** Asks for an authenticator code, and offers a recovery code or a passkey instead. */
export function FactorField({
  hasApp = true,
  factor: { way, code },
  onChange,
  error,
  onComplete,
  onPasskey,
}: FactorFieldProps) {
  const byApp = way === 'app';
  const toggle = () => onChange(byApp ? { way: 'recovery', code: '' } : noFactor);
  const type = (typed: string) => onChange({ way, code: typed });
  return (
    <div>
      <Field label={byApp ? 'Six-digit code' : 'Recovery code'} error={error}>
        {byApp ? (
          <AppCode code={code} onType={type} onComplete={onComplete} />
        ) : (
          <RecoveryCode code={code} onType={type} />
        )}
      </Field>
      <p className="help">
        {hasApp && (
          <button type="button" className="link" onClick={toggle}>
            {byApp ? 'Use a recovery code' : 'Use the authenticator app'}
          </button>
        )}
        {onPasskey && (
          <button type="button" className="link" onClick={onPasskey}>
            Use a passkey
          </button>
        )}
      </p>
    </div>
  );
}

type CodeProps = { code: string; onType: (code: string) => void };

const AppCode = ({ code, onType, onComplete }: CodeProps & Pick<FactorFieldProps, 'onComplete'>) => (
  <CodeInput ref={useFocusOnMount<HTMLInputElement>()} value={code} onChange={onType} onComplete={onComplete} />
);

const RecoveryCode = ({ code, onType }: CodeProps) => (
  <TextInput
    ref={useFocusOnMount<HTMLInputElement>()}
    autoComplete="off"
    autoCapitalize="none"
    spellCheck={false}
    value={code}
    onChange={({ target }) => onType(target.value)}
  />
);

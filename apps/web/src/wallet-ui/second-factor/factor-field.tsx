import { CodeInput } from '../../ui/code-input.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { useFocusOnMount } from '../../ui/use-focus-on-mount.ts';
import { noFactor, type Factor } from './factor.ts';

type FactorFieldProps = {
  /** Without the app only recovery codes can be typed. */
  hasApp?: boolean;
  factor: Factor;
  onChange: (factor: Factor) => void;
  error: string | undefined;
  /** All six digits of the app are there. */
  onComplete?: ((code: string) => void) | undefined;
  /** Without it a passkey is not offered. */
  onPasskey?: (() => void) | undefined;
};

/** The code of the app; or, for whoever has not got it at hand, a recovery code or a passkey. */
export function FactorField({
  hasApp = true,
  factor: { way, code },
  onChange,
  error,
  onComplete,
  onPasskey,
}: FactorFieldProps) {
  const byApp = way === 'app';
  const turn = () => onChange(byApp ? { way: 'recovery', code: '' } : noFactor);
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
          <button type="button" className="link" onClick={turn}>
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

import type { BodyOf, endpoints } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { passkeysWork, showPasskey } from '../../../api/passkeys.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { FactorField } from '../../../wallet-ui/second-factor/factor-field.tsx';
import { noFactor, problemOfFactor, type Factor } from '../../../wallet-ui/second-factor/factor.ts';

type Confirmation = BodyOf<typeof endpoints.approve>;

type ApproveByFactorProps = {
  hasApp: boolean;
  busy: boolean;
  problem: string | undefined;
  onConfirm: (confirm: () => Promise<Confirmation>) => void;
  onCancel: () => void;
};

/** Confirms with a code of the authenticator app, a recovery code or a passkey. */
export function ApproveByFactor({ hasApp, busy, problem, onConfirm, onCancel }: ApproveByFactorProps) {
  const [factor, setFactor] = useState<Factor>();
  const [wrong, setWrong] = useState<string>();
  const typed = factor ?? (hasApp ? noFactor : undefined);
  const byPasskey = () => onConfirm(async () => ({ passkey: await showPasskey() }));
  const send = (code: string) => {
    setFactor({ ...(typed ?? noFactor), code: '' });
    onConfirm(() => Promise.resolve({ code }));
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!typed) return byPasskey();
    const found = problemOfFactor(typed);
    setWrong(found);
    if (found === undefined) send(typed.code);
  };
  return (
    <form noValidate onSubmit={submit}>
      {typed ? (
        <FactorField
          hasApp={hasApp}
          factor={typed}
          onChange={(next) => {
            setFactor(next);
            setWrong(undefined);
          }}
          error={wrong ?? (typed.code === '' && !busy ? problem : undefined)}
          onComplete={(code) => !busy && send(code)}
          onPasskey={passkeysWork() ? byPasskey : undefined}
        />
      ) : (
        <>
          {problem !== undefined && (
            <Notice icon={TriangleAlert} tone="bad">
              {problem}
            </Notice>
          )}
          <p className="help">
            <button type="button" className="link" onClick={() => setFactor({ way: 'recovery', code: '' })}>
              Use a recovery code
            </button>
          </p>
        </>
      )}
      <div className="actions">
        <Button variant="primary" type="submit" busy={busy} needsServer>
          {busy ? 'Approving...' : typed ? 'Approve' : 'Approve with a passkey'}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

import { endpoints } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { api, leave } from '../../api/client.ts';
import { troubleText } from '../../api/refusal-text.ts';
import { forgetThisAccount } from '../../api/stored-session.ts';
import { useCommand } from '../../api/use-command.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { toastOnNextPage } from '../../ui/toast.ts';
import styles from './business.module.css';

type CloseBusinessProps = { readonly name: string; readonly handle: string };

/** Lets an owner close the business for good. */
export function CloseBusiness({ name, handle }: CloseBusinessProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles.close} aria-labelledby="close-business">
      <div>
        <h2 id="close-business">Close this business</h2>
        <p className="muted">All people lose access. Empty the wallets first.</p>
      </div>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        Close business
      </Button>
      {isOpen && <CloseBusinessDialog name={name} handle={handle} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

function CloseBusinessDialog({ name, handle, onClose }: CloseBusinessProps & { readonly onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const { run, busy, error } = useCommand({
    call: () => api.call(endpoints.closeBusiness, { body: { handle } }),
    onDone: () => {
      forgetThisAccount();
      toastOnNextPage('success', `${name} is closed`);
      return leave(paths.dashboard);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const matches = typed.trim().toLowerCase() === handle;
    setIsWrong(!matches);
    if (matches) run(undefined);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Close ${name}?`}
      description="This can’t be undone. All people lose access at once, and API keys and webhooks end. Records that we must keep stay."
    >
      <p className="strong">Empty the account first</p>
      <ul className={`${styles.list} muted`}>
        <li>No money and no coins</li>
        <li>No open payments, requests or invoices</li>
      </ul>
      <form noValidate onSubmit={submit}>
        <div className="stack form-stack">
          <Field label={`Type ${handle}`} error={isWrong ? 'This does not match the short name' : undefined}>
            <TextInput
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          {error && (
            <Notice icon={TriangleAlert} tone="bad">
              {troubleText(error)}
            </Notice>
          )}
        </div>
        <div className="actions">
          <Button variant="danger" type="submit" busy={busy} needsServer>
            {busy ? 'Closing...' : 'Close forever'}
          </Button>
          <Button disabled={busy} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

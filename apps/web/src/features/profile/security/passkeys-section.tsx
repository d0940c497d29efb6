import type { Passkey } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint, Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { passkeysWork } from '../../../api/passkeys.ts';
import { securityQuery } from '../../../api/queries.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useKeepPasskey } from '../use-keep.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { PasskeyCodes } from './passkey-codes.tsx';
import { RemovePasskeyDialog } from './remove-passkey-dialog.tsx';
import { onDay } from './on-day.ts';
import styles from './security.module.css';

export function PasskeysSection() {
  const { data, isError, error, isFetching, refetch } = useQuery(securityQuery);
  const [adding, setAdding] = useState(false);
  const id = useId();
  return (
    <section className="ledger" aria-labelledby={id}>
      <header>
        <h2 id={id}>Passkeys</h2>
        <Button size="s" disabled={!passkeysWork()} onClick={() => setAdding(true)}>
          <Icon as={Plus} size={16} />
          Add a passkey
        </Button>
      </header>
      {data && <Passkeys passkeys={data.passkeys} />}
      {data && data.two_factor_since === null && data.passkeys.length > 0 && (
        <PasskeyCodes left={data.recovery_codes_left} />
      )}
      {!data && isError && <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!data && !isError && <SkeletonRows count={1} />}
      {adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </section>
  );
}

export function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [removing, setRemoving] = useState<Passkey>();
  const keep = useKeepPasskey();
  return (
    <>
      {!passkeysWork() && <p className={`muted ${styles.none}`}>{unsupportedText}</p>}
      {passkeysWork() && passkeys.length === 0 && <p className={`muted ${styles.none}`}>{emptyText}</p>}
      {passkeys.map((passkey) => (
        <div className={styles.device} key={passkey.id}>
          <Icon as={Fingerprint} size={22} />
          <div>
            <b className="strong">{passkey.name}</b>
            <p className="small muted">{passkey.in_review ? inReviewText : usageText(passkey)}</p>
          </div>
          {passkey.in_review && (
            <Button
              size="s"
              busy={keep.busy}
              aria-label={`Keep passkey ${passkey.name}`}
              onClick={() => keep.run(passkey)}
            >
              Keep
            </Button>
          )}
          <IconButton icon={Trash2} label={`Remove passkey ${passkey.name}`} onClick={() => setRemoving(passkey)} />
        </div>
      ))}
      {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
    </>
  );
}

const usageText = ({ created_at: made, last_used_at: used }: Passkey) =>
  `Added ${onDay(made)} · ${used === null ? 'never used' : `used ${onDay(used)}`}`;

const inReviewText = 'Your password was reset. Keep this passkey to sign in with it, or remove it if it is not yours.';
const emptyText = 'No passkeys yet. Sign in with your fingerprint, face or security key instead of a password.';
const unsupportedText = 'This browser doesn’t support passkeys. Passkeys also need a host name, such as localhost.';

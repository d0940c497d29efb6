import type { ApiKey, NewApiKey } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { keysQuery } from '../../../api/queries-of-developers.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { KeyForm } from './key-form.tsx';
import { KeyRow } from './key-row.tsx';
import { RevokeKey } from './revoke-key.tsx';
import { RotateKey } from './rotate-key.tsx';
import styles from '../developers.module.css';

type Opened =
  | { readonly dialog: 'new' }
  | { readonly dialog: 'rotate' | 'revoke'; readonly key: ApiKey }
  | { readonly dialog: 'secret'; readonly made: NewApiKey };

export function KeysTab() {
  const queryClient = useQueryClient();
  const { data, isError, error, isFetching, refetch } = useQuery(keysQuery);
  const [opened, setOpened] = useState<Opened>();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpened(undefined);
  const showSecret = (made: NewApiKey) => {
    setOpened({ dialog: 'secret', made });
    void queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
  };
  return (
    <section className="ledger" aria-labelledby="keys">
      <header>
        <h2 id="keys" ref={heading} tabIndex={-1}>
          API keys
        </h2>
        <Button size="s" onClick={() => setOpened({ dialog: 'new' })}>
          <Icon as={Plus} size={16} />
          Make a key
        </Button>
      </header>
      {data?.length === 0 && (
        <EmptyState title="No API keys yet">
          A key lets a program act for this account, within limits you set.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((key) => (
            <KeyRow
              key={key.id}
              apiKey={key}
              onRotate={() => setOpened({ dialog: 'rotate', key })}
              onRevoke={() => setOpened({ dialog: 'revoke', key })}
            />
          ))}
        </ul>
      )}
      {!data &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SkeletonRows count={2} />
        ))}
      {opened?.dialog === 'new' && <KeyForm onMade={showSecret} onClose={close} />}
      {opened?.dialog === 'rotate' && <RotateKey apiKey={opened.key} onRotated={showSecret} onClose={close} />}
      {opened?.dialog === 'revoke' && (
        <RevokeKey apiKey={opened.key} onClose={close} focusAfter={() => heading.current} />
      )}
      {opened?.dialog === 'secret' && (
        <SecretOnce
          title={`Secret of ${opened.made.key.name}`}
          what="secret of the key"
          secret={opened.made.secret}
          onClose={close}
        >
          Programs send this secret with each call, as a Bearer token.
        </SecretOnce>
      )}
      <p className={`small muted ${styles.foot}`}>
        Programs call the API with the header <code>Authorization: Bearer flr_…</code>
      </p>
    </section>
  );
}

import { endpoints, type Webhook } from '@florin/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { api } from '../../../api/client.ts';
import { webhooksQuery } from '../../../api/queries-of-developers.ts';
import { troubleText } from '../../../api/refusal-text.ts';
import { useCommand } from '../../../api/use-command.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { toast } from '../../../ui/toast.ts';
import { LoadFailed } from '../../../wallet-ui/load-failed.tsx';
import { SecretOnce } from '../secret-once.tsx';
import { DeliveriesDrawer } from './deliveries-drawer.tsx';
import { RemoveWebhook, RotateSecret } from './end-dialogs.tsx';
import { ReplaySince } from './replay-since.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow, type WebhookAction } from './webhook-row.tsx';

type Opened =
  | { readonly dialog: 'new' }
  | { readonly dialog: WebhookAction; readonly webhook: Webhook }
  | { readonly dialog: 'secret'; readonly secret: string };

export function WebhooksTab() {
  const queryClient = useQueryClient();
  const { data, isError, error, isFetching, refetch } = useQuery(webhooksQuery);
  const [opened, setOpened] = useState<Opened>();
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => setOpened(undefined);
  const refresh = () => void queryClient.invalidateQueries({ queryKey: webhooksQuery.queryKey });
  const showSecret = (secret: string) => {
    setOpened({ dialog: 'secret', secret });
    refresh();
  };
  const switching = useCommand({
    call: ({ id, state }: Webhook) =>
      api.call(endpoints.changeWebhook, { params: { id }, body: { enabled: state === 'disabled' } }),
    onDone: ({ state }) => toast.success(state === 'disabled' ? 'Webhook disabled' : 'Webhook enabled'),
    onFailed: (failure) => toast.error(troubleText(failure)),
    onSettled: refresh,
  });
  return (
    <section className="ledger" aria-labelledby="webhooks">
      <header>
        <h2 id="webhooks" ref={heading} tabIndex={-1}>
          Webhooks
        </h2>
        <Button size="s" onClick={() => setOpened({ dialog: 'new' })}>
          <Icon as={Plus} size={16} />
          Add a webhook
        </Button>
      </header>
      {data?.length === 0 && (
        <EmptyState title="No webhooks yet">
          A webhook is an address of yours. We call it for each event of this account.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <ul>
          {data.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onOpen={(dialog) => setOpened({ dialog, webhook })}
              onSwitch={() => switching.run(webhook)}
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
      {opened?.dialog === 'new' && <WebhookForm onAdded={showSecret} onClose={close} />}
      {opened?.dialog === 'edit' && <WebhookForm webhook={opened.webhook} onAdded={showSecret} onClose={close} />}
      {opened?.dialog === 'deliveries' && <DeliveriesDrawer webhook={opened.webhook} onClose={close} />}
      {opened?.dialog === 'replay' && <ReplaySince webhook={opened.webhook} onClose={close} />}
      {opened?.dialog === 'rotate' && <RotateSecret webhook={opened.webhook} onRotated={showSecret} onClose={close} />}
      {opened?.dialog === 'remove' && (
        <RemoveWebhook webhook={opened.webhook} onClose={close} focusAfter={() => heading.current} />
      )}
      {opened?.dialog === 'secret' && (
        <SecretOnce title="Secret of the webhook" what="secret of the webhook" secret={opened.secret} onClose={close}>
          Your server checks the signature of each delivery with this secret.
        </SecretOnce>
      )}
    </section>
  );
}

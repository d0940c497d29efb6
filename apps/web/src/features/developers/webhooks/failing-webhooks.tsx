import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { webhooksQuery } from '../../../api/queries-of-developers.ts';
import { Button } from '../../../ui/button.tsx';
import { NoticeBar } from '../../../ui/notice.tsx';
import { momentText } from '../../../wallet-ui/day-text.ts';

type FailingWebhooksProps = { isShown: boolean; onShow: () => void };

/** Warns while deliveries to a webhook fail, and after the server disabled a webhook because of failures. */
export function FailingWebhooks({ isShown, onShow }: FailingWebhooksProps) {
  const { data } = useQuery(webhooksQuery);
  const [failing, ...more] = data?.filter(({ state }) => state === 'failing') ?? [];
  const ended = data?.find(({ given_up_at: end }) => end !== null);
  const webhook = failing ?? ended;
  if (!webhook) return null;
  return (
    <NoticeBar
      icon={TriangleAlert}
      tone="warn"
      action={
        !isShown && (
          <Button size="s" variant="quiet" onClick={onShow}>
            Show<span className="screen-reader"> webhooks</span>
          </Button>
        )
      }
    >
      {failing?.failing_since ? (
        <>
          <b>
            Deliveries to <bdi>{hostOf(webhook.url)}</bdi> have failed since {momentText(failing.failing_since)}.
          </b>{' '}
          {more.length > 0 &&
            `${more.length === 1 ? 'One more webhook fails' : `${more.length} more webhooks fail`} too. `}
          After five days without success a webhook is disabled.
        </>
      ) : (
        <>
          <b>
            The webhook to <bdi>{hostOf(webhook.url)}</bdi> is disabled.
          </b>{' '}
          Its deliveries failed for five days. Enable it and replay the events that it missed.
        </>
      )}
    </NoticeBar>
  );
}

const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).host : url);

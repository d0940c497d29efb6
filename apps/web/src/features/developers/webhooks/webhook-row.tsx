import type { Webhook } from '@florin/contract';
import { Ellipsis, History, Pencil, Power, RefreshCw, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { dayText, momentText } from '../../../wallet-ui/day-text.ts';
import styles from '../developers.module.css';

export type WebhookAction = 'edit' | 'deliveries' | 'replay' | 'rotate' | 'remove';

type WebhookRowProps = { webhook: Webhook; onOpen: (action: WebhookAction) => void; onSwitch: () => void };

export function WebhookRow({ webhook, onOpen, onSwitch }: WebhookRowProps) {
  const { url, description, types, state, waiting, old_secret_until: former, created_at: made } = webhook;
  return (
    <li className={styles.item}>
      <Icon as={WebhookIcon} size={20} />
      <div className={styles.itemText}>
        <p className={styles.itemTitle}>
          <b className="strong">
            <bdi>{url}</bdi>
          </b>
          <StateBadge webhook={webhook} />
        </p>
        {description !== '' && (
          <p className="small">
            <bdi>{description}</bdi>
          </p>
        )}
        <p className="small muted">
          {typesText(types)} · added {dayText(made)}
          {waiting > 0 && ` · ${waiting} ${waiting === 1 ? 'delivery waits' : 'deliveries wait'}`}
        </p>
        {former !== null && <p className="small muted">The former secret signs until {momentText(former)}.</p>}
        <p className={styles.itemActions}>
          <Button size="s" onClick={() => onOpen('deliveries')}>
            Deliveries<span className="screen-reader"> to {url}</span>
          </Button>
        </p>
      </div>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${url}`} />}>
        <MenuItem icon={Pencil} onSelect={() => onOpen('edit')}>
          Edit
        </MenuItem>
        <MenuItem icon={Power} onSelect={onSwitch}>
          {state === 'disabled' ? 'Enable' : 'Disable'}
        </MenuItem>
        <MenuItem icon={History} disabled={state === 'disabled'} onSelect={() => onOpen('replay')}>
          Replay events
        </MenuItem>
        <MenuItem icon={RefreshCw} onSelect={() => onOpen('rotate')}>
          Replace secret
        </MenuItem>
        <MenuItem icon={Trash2} onSelect={() => onOpen('remove')}>
          Remove
        </MenuItem>
      </Menu>
    </li>
  );
}

function StateBadge({ webhook: { state, failing_since: since } }: { webhook: Webhook }) {
  if (state === 'disabled') return <Badge>Disabled</Badge>;
  if (state === 'active') return <Badge tone="ok">Active</Badge>;
  return <Badge tone="bad">{since === null ? 'Failing' : `Failing since ${momentText(since)}`}</Badge>;
}

const typesText = (types: Webhook['types']) => {
  const [first] = types;
  if (first === undefined) return 'All events';
  return types.length === 1 ? first : `${types.length} event types`;
};

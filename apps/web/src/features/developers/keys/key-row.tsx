import type { ApiKey } from '@florin/contract';
import { Ellipsis, KeyRound, RefreshCw, Trash2 } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { dayText, momentText } from '../../../wallet-ui/day-text.ts';
import { limitsOf, usageOf } from './key-words.ts';
import styles from '../developers.module.css';

type KeyRowProps = { apiKey: ApiKey; onRotate: () => void; onRevoke: () => void };

export function KeyRow({ apiKey, onRotate, onRevoke }: KeyRowProps) {
  const { name, hint, scopes, state, former_until: former, made_by: maker } = apiKey;
  return (
    <li className={styles.item}>
      <Icon as={KeyRound} size={20} />
      <div className={styles.itemText}>
        <p className={styles.itemTitle}>
          <b className="strong">
            <bdi>{name}</bdi>
          </b>
          <code className="small muted">{hint}</code>
          {state === 'expired' && <Badge tone="bad">Expired</Badge>}
          {state === 'suspended' && <Badge tone="bad">Suspended</Badge>}
        </p>
        <ul className={styles.scopes} aria-label="Scopes">
          {scopes.map((scope) => (
            <li key={scope}>
              <code>{scope}</code>
            </li>
          ))}
        </ul>
        <p className="small muted">
          <Facts facts={limitsOf(apiKey)} />
        </p>
        {apiKey.confirmed_payments && <p className="small muted">Payments need no confirmation, within the caps.</p>}
        <p className="small muted">
          {usageOf(apiKey)} · {expiryOf(apiKey)} · made by <bdi>{maker}</bdi> on {dayText(apiKey.created_at)}
        </p>
        {former !== null && <p className="small muted">The former secret works until {momentText(former)}.</p>}
        {state === 'suspended' && (
          <p className="small muted">The person who made this key no longer acts for the account. Make a new key.</p>
        )}
      </div>
      <Menu trigger={<IconButton icon={Ellipsis} label={`More for ${name}`} />}>
        <MenuItem icon={RefreshCw} onSelect={onRotate}>
          Replace secret
        </MenuItem>
        <MenuItem icon={Trash2} onSelect={onRevoke}>
          Revoke
        </MenuItem>
      </Menu>
    </li>
  );
}

function expiryOf({ expires_at: end, state }: ApiKey): string {
  if (end === null) return 'no expiry';
  return `${state === 'expired' ? 'expired' : 'expires'} ${dayText(end)}`;
}

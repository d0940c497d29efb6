import type { NotificationPreferences as Preferences, User } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { preferencesQuery } from '../../api/queries.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TopicChannels } from './topic-channels.tsx';
import { useChangePreferences } from './use-change-preferences.ts';
import { useScrollToHash } from './use-scroll-to-hash.ts';
import { usePushSwitch } from './use-push-switch.ts';
import styles from './set-row.module.css';

export function NotificationPreferences() {
  const { data, isError, error, isFetching, refetch } = useQuery(preferencesQuery);
  const titleId = useId();
  useScrollToHash('settings', data !== undefined);
  return (
    <section className="ledger" id="settings" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>Notification Preferences</h2>
      </header>
      {data && <Switches preferences={data} />}
      {!data &&
        (isError ? (
          <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <SwitchSkeletons />
        ))}
    </section>
  );
}

function Switches({ preferences }: { preferences: Preferences }) {
  const change = useChangePreferences();
  const push = usePushSwitch(preferences);
  const { user } = useSession();
  return (
    <>
      <SwitchRow
        label="Email Notifications"
        about="Receive updates via email"
        checked={preferences.email}
        onTurn={(email) => change.run({ email })}
      />
      {/* A business has no devices. The people of a business choose for their own accounts. */}
      {!user?.business && (
        <>
          <SwitchRow
            label="Push Notifications"
            about="Receive push notifications"
            checked={push.isOn}
            note={
              push.canStartHere ? (
                <button type="button" className="link" disabled={push.busy} onClick={() => push.turn(true)}>
                  Turn on in this browser
                </button>
              ) : (
                push.problem
              )
            }
            disabled={!push.isSent && !push.isOn}
            busy={push.busy}
            onTurn={push.turn}
          />
          <SwitchRow
            label="SMS Notifications"
            about="Receive text messages"
            checked={preferences.sms}
            note={noteOnTexts(preferences, user)}
            onTurn={(sms) => change.run({ sms })}
          />
          {preferences.topics && <TopicChannels topics={preferences.topics} onChange={change.run} />}
        </>
      )}
    </>
  );
}

const noTextMessages = 'This server sends no text messages yet. Your choice is saved.';

function noteOnTexts({ sms, sms_available: isAvailable }: Preferences, user: User | null): string | undefined {
  if (isAvailable === false) return noTextMessages;
  if (!sms || user?.phone_confirmed !== false) return undefined;
  return user.phone === null
    ? 'To get texts, add and confirm your phone number above.'
    : 'To get texts, confirm your phone number above.';
}

type SwitchRowProps = {
  label: string;
  about: string;
  checked: boolean;
  onTurn: (on: boolean) => void;
  /** Explains why the switch is disabled, or names the missing step. */
  note?: ReactNode;
  disabled?: boolean;
  busy?: boolean;
};

function SwitchRow({ label, about, checked, onTurn, note, disabled = false, busy = false }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={styles.row}>
      <div id={id}>
        <b className="strong">{label}</b>
        <p className="small muted">{about}</p>
        {note !== undefined && <p className="small">{note}</p>}
      </div>
      <Switch
        label={label}
        aria-describedby={id}
        checked={checked}
        disabled={disabled}
        aria-busy={busy || undefined}
        onChange={(event) => onTurn(event.currentTarget.checked)}
      />
    </div>
  );
}

function SwitchSkeletons() {
  return (
    <div aria-busy>
      <output className="screen-reader">Loading</output>
      {[148, 140, 132].map((width) => (
        <div className={styles.row} key={width}>
          <span>
            <Skeleton width={width} />
            <Skeleton width={180} height={10} className="second-line" />
          </span>
          <Skeleton width={44} height={26} />
        </div>
      ))}
    </div>
  );
}

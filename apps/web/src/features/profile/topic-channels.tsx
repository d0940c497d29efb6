import { notificationTopics, type NotificationPreferences, type NotificationTopic } from '@florin/contract';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { PreferenceChange } from './use-change-preferences.ts';
import styles from './profile.module.css';

type TopicChannelsProps = {
  topics: NotificationPreferences['topics'];
  onChange: (change: PreferenceChange) => void;
};

/** The notification settings per topic and channel. A channel sends nothing if its switch above is off. */
export function TopicChannels({ topics, onChange }: TopicChannelsProps) {
  return (
    <table className={styles.topics}>
      <caption className="small muted">By topic. A channel that is off above sends nothing.</caption>
      <thead>
        <tr>
          <th scope="col">Topic</th>
          {channels.map(({ name, title }) => (
            <th scope="col" key={name}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {notificationTopics.map((topic) => (
          <tr key={topic}>
            <th scope="row">{topicTitles[topic]}</th>
            {channels.map(({ name, title }) => (
              <td key={name}>
                <Checkbox
                  label={<span className="screen-reader">{`${title} about ${topicTitles[topic]}`}</span>}
                  checked={topics[topic][name]}
                  // Security emails cannot be switched off.
                  disabled={topic === 'security' && name === 'email'}
                  onChange={({ currentTarget }) => onChange({ topics: { [topic]: { [name]: currentTarget.checked } } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const channels = [
  { name: 'email', title: 'Email' },
  { name: 'push', title: 'Push' },
  { name: 'sms', title: 'SMS' },
] as const;

const topicTitles: Record<NotificationTopic, string> = {
  money_in: 'Money in',
  money_out: 'Money out',
  trades: 'Trades',
  requests: 'Requests',
  account: 'Plan and account',
  security: 'Security',
};

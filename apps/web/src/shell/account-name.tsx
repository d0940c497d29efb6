import { roleTitles, type User } from '@florin/contract';
import { Building2 } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import styles from './account-name.module.css';

/**
 * Names the owner of the shown money: the business, with the person's role. Renders nothing in a person's own account.
 */
export function AccountName({ user }: { user: User | null }) {
  if (!user?.business) return null;
  return (
    <p className={styles.name} aria-label={`Account of ${user.name}`}>
      <Icon as={Building2} size={16} />
      <bdi className={styles.business}>{user.name}</bdi>
      <span className={styles.role}>{roleTitles[user.business.role]}</span>
    </p>
  );
}

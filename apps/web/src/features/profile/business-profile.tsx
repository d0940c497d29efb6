import type { User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { may } from '../../api/may.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { PlanSection } from './plan/plan-section.tsx';
import { ProfilePicture } from './profile-picture.tsx';
import { ProofSection } from './proof-section.tsx';
import styles from './profile.module.css';

/** The settings of a business. A person's sign-in and devices are in their own account. */
export function BusinessProfile({ user }: { user: User }) {
  const manages = may(user, 'manage');
  return (
    <main className="wrap profile">
      <header className="page-head">
        <div>
          <h1>Profile & Settings</h1>
          <p>Settings of {user.name}. Your password and devices are in your own account.</p>
        </div>
      </header>
      <div className={styles.grid}>
        <section className={styles.left} aria-label="Business">
          {manages ? (
            <ProfilePicture user={user} />
          ) : (
            <div className={styles.picture}>
              <Avatar name={user.name} imageUrl={user.avatar ?? undefined} size="l" own />
            </div>
          )}
          <h2>{user.name}</h2>
          <p className="muted">{user.email}</p>
          {user.verified && (
            <p className={styles.verified}>
              <Badge tone="ok">Verified business</Badge>
            </p>
          )}
          <div className={styles.actions}>
            <Link className={buttonClass({ block: true })} to="/business">
              Details and people
            </Link>
          </div>
        </section>
        <div className={styles.right}>
          <PlanSection />
          <PaymentMethods />
          {manages && <NotificationPreferences />}
          <ProofSection />
        </div>
      </div>
    </main>
  );
}

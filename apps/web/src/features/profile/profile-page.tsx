import { useSession } from '../../api/session.ts';
import { BusinessProfile } from './business-profile.tsx';
import { NotificationPreferences } from './notification-preferences.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { PlanSection } from './plan/plan-section.tsx';
import { ProofSection } from './proof-section.tsx';
import { ProfileCard } from './profile-card.tsx';
import { PasskeysSection } from './security/passkeys-section.tsx';
import { PrivacySection } from './security/privacy-section.tsx';
import { SecuritySection } from './security/security-section.tsx';
import { SessionsSection } from './security/sessions-section.tsx';
import styles from './profile.module.css';

export function ProfilePage() {
  const { user } = useSession();
  if (!user) return null;
  if (user.business) return <BusinessProfile user={user} />;
  return (
    <main className="wrap profile">
      <header className="page-head">
        <div>
          <h1>Profile & Settings</h1>
          <p>Manage your account and preferences</p>
        </div>
      </header>
      <div className={styles.grid}>
        <ProfileCard user={user} />
        <div className={styles.right}>
          <PersonalInformation user={user} />
          <PlanSection />
          <PaymentMethods />
          <NotificationPreferences />
          <SecuritySection />
          <PasskeysSection />
          <SessionsSection />
          <ProofSection />
          <PrivacySection />
        </div>
      </div>
    </main>
  );
}

import type { User } from '@florin/contract';
import { Link, useNavigate } from '@tanstack/react-router';
import { LogOut, ShieldCheck } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toastOnNextPage } from '../../ui/toast.ts';
import { ProfilePicture } from './profile-picture.tsx';
import styles from './profile.module.css';

export function ProfileCard({ user }: { user: User }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const logOut = () => {
    signOut();
    toastOnNextPage('success', 'Logged out successfully');
    void navigate({ to: '/login' });
  };
  return (
    <section className={styles.left} aria-label="Your account">
      <ProfilePicture user={user} />
      <h2>{user.name}</h2>
      <p className="muted">{user.email}</p>
      {user.verified && (
        <p className={styles.verified}>
          <Badge tone="ok" icon={ShieldCheck}>
            Verified Account
          </Badge>
        </p>
      )}
      <div className={styles.actions}>
        <Link className={buttonClass({ block: true })} to="/kyc">
          KYC Status: Level {user.kyc_level}
        </Link>
        <Button variant="quiet" block onClick={logOut}>
          <Icon as={LogOut} />
          Log Out
        </Button>
      </div>
    </section>
  );
}

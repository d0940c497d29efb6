import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import { NotOffered } from '../../api/not-offered.ts';
import { ownProofQuery } from '../../api/proof/own-proof-query.ts';
import { lastOutcome } from '../../api/proof/proof-store.ts';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { calmAgeWords } from '../../wallet-ui/age-words.ts';
import { useNow } from '../../wallet-ui/use-now.ts';
import styles from './dashboard.module.css';

/**
 * Shows whether this browser verified the balance, and links to the proof. The check starts automatically
 * (watch-own-proof.ts).
 */
export function VerifiedLine() {
  const { user } = useSession();
  const now = useNow();
  const { isFetching, error } = useQuery({ ...ownProofQuery, enabled: false });
  if (!user || error instanceof NotOffered) return null;
  const last = lastOutcome(user.id);
  const hasFailed = last?.ok === false;
  return (
    <Link to={paths.proof} className={hasFailed ? styles.notVerified : styles.verified}>
      <Icon as={hasFailed ? TriangleAlert : ShieldCheck} size={16} />
      {hasFailed
        ? 'Your balance could not be verified'
        : last
          ? `Verified ${calmAgeWords(now - last.at)}`
          : isFetching
            ? 'Checking…'
            : 'Not verified yet'}
    </Link>
  );
}

import type { OwnBusiness } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { Ban, BadgeCheck, Clock, FileWarning, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../api/may.ts';
import { ownBusinessQuery } from '../../api/queries-of-businesses.ts';
import { Button } from '../../ui/button.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { countryName } from '../../wallet-ui/countries.ts';
import { dayText } from '../../wallet-ui/day-text.ts';
import { LoadFailed } from '../../wallet-ui/load-failed.tsx';
import { formNames } from './business-words.ts';
import { CloseBusiness } from './close-business.tsx';
import { Documents } from './documents.tsx';
import { EditDetails } from './edit-details.tsx';
import { SubmitBusiness } from './submit-business.tsx';
import styles from './business.module.css';

export function VerificationTab() {
  const { data, isError, error, isFetching, refetch } = useQuery(ownBusinessQuery);
  if (data) return <Verification business={data} />;
  if (isError) return <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  return <SkeletonRows count={5} />;
}

function Verification({ business }: { business: OwnBusiness }) {
  const manages = useMay('manage');
  const [isEditing, setIsEditing] = useState(false);
  const isOpen = business.state === 'draft' || business.state === 'needs_more';
  return (
    <div className={styles.verification}>
      <StateNotice business={business} manages={manages} />
      <section className="ledger" aria-labelledby="details">
        <header>
          <h2 id="details">Details</h2>
          {manages && isOpen && !isEditing && (
            <Button size="s" onClick={() => setIsEditing(true)}>
              Edit
            </Button>
          )}
        </header>
        {isEditing ? (
          <EditDetails details={business.details} onClose={() => setIsEditing(false)} />
        ) : (
          <Details business={business} />
        )}
      </section>
      <Documents files={business.files} canChange={manages && isOpen} />
      {manages && isOpen && !isEditing && <SubmitBusiness business={business} />}
      {business.role === 'owner' && <CloseBusiness name={business.name} handle={business.handle} />}
    </div>
  );
}

type NoticeWords = { icon: LucideIcon; tone: 'info' | 'ok' | 'warn' | 'bad'; title: string; text: string };

function StateNotice({ business, manages }: { business: OwnBusiness; manages: boolean }) {
  const { icon, tone, title, text } = noticeWords(business, manages);
  return (
    <Notice icon={icon} tone={tone}>
      <b>{title}</b> {text}
    </Notice>
  );
}

function noticeWords({ state, reason, submitted_at, decided_at }: OwnBusiness, manages: boolean): NoticeWords {
  const submitted = submitted_at === null ? '' : ` since ${dayText(submitted_at)}`;
  const decided = decided_at === null ? '' : ` on ${dayText(decided_at)}`;
  switch (state) {
    case 'draft':
      return {
        icon: FileWarning,
        tone: 'warn',
        title: 'This business is not verified yet.',
        text: manages
          ? 'Upload the registration document and submit. Verification raises the limits.'
          : 'An owner or an admin can submit it. Verification raises the limits.',
      };
    case 'pending':
      return {
        icon: Clock,
        tone: 'info',
        title: `In review${submitted}.`,
        text: 'Most checks end within a working day. We email the business.',
      };
    case 'needs_more':
      return { icon: FileWarning, tone: 'warn', title: 'Something is missing.', text: reason ?? '' };
    case 'verified':
      return {
        icon: BadgeCheck,
        tone: 'ok',
        title: `Verified${decided}.`,
        text: 'To change the details, ask support.',
      };
    case 'denied':
      return { icon: Ban, tone: 'bad', title: 'We could not verify this business.', text: reason ?? '' };
  }
}

function Details({ business: { details } }: { business: OwnBusiness }) {
  return (
    <dl className={styles.facts}>
      <Fact name="Legal form">{formNames[details.form]}</Fact>
      <Fact name="Registration number">{details.registration_number}</Fact>
      <Fact name="Address">
        {details.street_address}, {details.postal_code} {details.city}, {countryName(details.country)}
      </Fact>
      <Fact name="What it does">{details.activity}</Fact>
      <Fact name="Owners">
        {details.owners.map(({ name, share }) => (
          <span className="block" key={`${name} ${share}`}>
            <bdi>{name}</bdi>, {share}%
          </span>
        ))}
      </Fact>
    </dl>
  );
}

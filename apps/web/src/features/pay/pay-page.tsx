import { useParams, useSearch } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { useSubjectInTitle } from '../../ui/page-title.ts';
import { InvalidLink } from './invalid-link.tsx';
import { LogInToPay } from './log-in-to-pay.tsx';
import { OwnLink } from './own-link.tsx';
import { PayBar } from './pay-bar.tsx';
import { PayByLink } from './pay-by-link.tsx';
import { PayRequest } from './pay-request.tsx';
import { readPayLink, type PayLink } from './pay-link.ts';
import styles from './pay.module.css';

/** The page of a payment link, for members and visitors. Search engines must not index it. */
export function PayPage() {
  const { email } = useParams({ from: '/pay/$email' });
  const { request, ...asked } = useSearch({ from: '/pay/$email' });
  const link = readPayLink({ email, ...asked });
  useSubjectInTitle(link?.email);
  return (
    <>
      <meta name="robots" content="noindex" />
      <PayBar />
      <main className={`wrap ${styles.page}`}>
        {link ? (
          <Payment key={JSON.stringify([email, request, asked])} link={link} request={request} />
        ) : (
          <InvalidLink />
        )}
      </main>
    </>
  );
}

function Payment({ link, request }: { link: PayLink; request: string | undefined }) {
  const { user } = useSession();
  if (!user) return <LogInToPay link={link} isRequest={request !== undefined} />;
  if (request !== undefined) return <PayRequest id={request} />;
  if (user.email === link.email) return <OwnLink link={link} />;
  return <PayByLink link={link} />;
}

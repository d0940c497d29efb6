import { Link, useNavigate } from '@tanstack/react-router';
import { IdCard } from 'lucide-react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmEmailFirst } from '../../wallet-ui/confirm-email-first.tsx';
import { OpenBusinessForm } from './open-business-form.tsx';
import styles from './business.module.css';

/** Opens a business account. Only verified people may. */
export function OpenBusinessPage() {
  const { user } = useSession();
  const navigate = useNavigate();
  const cancel = () => void navigate({ to: paths.dashboard, ignoreBlocker: true });
  if (!user) return null;
  return (
    <main className="wrap">
      <header className="page-head">
        <div>
          <h1>Open a business account</h1>
          <p>Wallets, limits and people of its own. Your personal account stays separate.</p>
        </div>
      </header>
      <div className={styles.columns}>
        {user.kyc_level < 2 ? <VerifyFirst /> : <OpenBusinessForm onCancel={cancel} />}
        <aside className={styles.aside} aria-label="What happens next">
          <h2 className="heading-3">What happens next</h2>
          <ol className={styles.steps}>
            <li>You confirm the email address of the business.</li>
            <li>You upload the registration document, and we verify the business.</li>
            <li>You invite people. Each person signs in with their own account and gets a role.</li>
          </ol>
          <ConfirmEmailFirst to="open a business" />
        </aside>
      </div>
    </main>
  );
}

function VerifyFirst() {
  return (
    <section className="sheet" aria-labelledby="verify-first">
      <h2 id="verify-first">Verify your identity first</h2>
      <p className={styles.text}>
        A business account needs a verified person who is responsible for it. This takes three steps: your details, a
        photo of your ID and a selfie.
      </p>
      <Link className={buttonClass({ variant: 'primary' })} to={paths.kyc}>
        <Icon as={IdCard} />
        Verify your identity
      </Link>
    </section>
  );
}

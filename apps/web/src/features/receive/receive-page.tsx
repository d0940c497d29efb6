import { paymentLink, type User } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { may } from '../../api/may.ts';
import { useSession } from '../../api/session.ts';
import type { Asked } from './asked.ts';
import { OwnRequests } from './own-requests.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { QrCard } from './qr-card.tsx';
import { RequestMoney } from './request-form.tsx';
import styles from './receive.module.css';

export function ReceivePage() {
  const { user } = useSession();
  return (
    <main className="wrap receive">
      <header className="page-head">
        <h1>Receive Money</h1>
        <Link className="link reaches" to="/invoices">
          Invoices
        </Link>
      </header>
      {user && <WaysToReceive user={user} />}
    </main>
  );
}

function WaysToReceive({ user }: { user: User }) {
  const { name, email } = user;
  const [asked, setAsked] = useState<Asked>();
  const link = paymentLink(location.origin, email, asked);
  return (
    <div className={styles.grid}>
      <QrCard name={name} link={link} asked={asked} />
      <div className="receive-details">
        <PaymentDetails name={name} email={email} link={link} asked={asked} onAskedChange={setAsked} />
        <OwnRequests />
      </div>
      {may(user, 'pay') && <RequestMoney />}
    </div>
  );
}

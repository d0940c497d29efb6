import './receive.css';
import type { User } from '@florin/contract';
import { useState } from 'react';
import { useSession } from '../../api/session.ts';
import { OwnRequests } from './own-requests.tsx';
import { PaymentDetails } from './payment-details.tsx';
import { paymentLink, type Asked } from './payment-link.ts';
import { QrCard } from './qr-card.tsx';
import { RequestMoney } from './request-form.tsx';

export function ReceivePage() {
  const { user } = useSession();
  return (
    <main className="wrap receive">
      <header className="page-head">
        <h1>Receive Money</h1>
      </header>
      {user && <WaysToReceive user={user} />}
    </main>
  );
}

function WaysToReceive({ user: { name, email } }: { user: User }) {
  const [asked, setAsked] = useState<Asked>();
  const link = paymentLink(email, asked);
  return (
    <div className="rc-grid">
      <QrCard name={name} link={link} asked={asked} />
      <div className="rc-details">
        <PaymentDetails name={name} email={email} link={link} asked={asked} onAskedChange={setAsked} />
        <OwnRequests />
      </div>
      <RequestMoney />
    </div>
  );
}

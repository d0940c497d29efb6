import { formatAmount } from '@florin/money';
import { Mail, Share2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useMay } from '../../api/may.ts';
import { useSession } from '../../api/session.ts';
import { canMail } from '../../api/page-settings.ts';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toast } from '../../ui/toast.ts';
import { AskAmountDialog } from './ask-amount-dialog.tsx';
import { CopyButton } from '../../wallet-ui/copy-button.tsx';
import { WebsiteButton } from '../../wallet-ui/website-button.tsx';
import { LinkText } from './link-text.tsx';
import type { Asked } from './asked.ts';
import { ShareByMailDialog } from './share-by-mail-dialog.tsx';
import { useShareLink } from './use-share-link.ts';
import styles from './receive.module.css';
import { brandName } from '../../ui/brand.ts';

type PaymentDetailsProps = {
  name: string;
  email: string;
  link: string;
  asked: Asked | undefined;
  onAskedChange: (asked: Asked | undefined) => void;
};

export function PaymentDetails({ name, email, link, asked, onAskedChange }: PaymentDetailsProps) {
  const pays = useMay('pay');
  const sells = useSession().user?.business !== undefined;
  return (
    <section className="ledger" aria-labelledby="payment-details">
      <header>
        <h2 id="payment-details">Payment details</h2>
      </header>
      <DetailRow label="Email" value={email} end={<CopyButton text={email} what="email" />} />
      <DetailRow
        label="Payment link"
        value={<LinkText link={link.replace(/^https?:\/\//, '')} />}
        end={<CopyButton text={link} what="payment link" />}
      />
      <AmountRow asked={asked} onChange={onAskedChange} />
      <div className={styles.share}>
        <ShareLinkButton name={name} link={link} />
        {pays && <ShareByMail name={name} email={email} link={link} asked={asked} />}
      </div>
      {sells && <WebsiteButton link={link} />}
    </section>
  );
}

function DetailRow({ label, value, end }: { label: string; value: ReactNode; end: ReactNode }) {
  return (
    <div className={styles.copyRow}>
      <div>
        <span className="small muted">{label}</span>
        <p className={styles.copyValue}>{value}</p>
      </div>
      {end}
    </div>
  );
}

function AmountRow({ asked, onChange }: { asked: Asked | undefined; onChange: (asked: Asked | undefined) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  const value = asked ? <Facts facts={[formatAmount(asked.amount), asked.note]} /> : 'The payer chooses';
  return (
    <>
      <DetailRow
        label="Amount in the link"
        value={value}
        end={
          <Button size="s" onClick={() => setIsOpen(true)}>
            {asked ? 'Change' : 'Set an amount'}
          </Button>
        }
      />
      <AskAmountDialog open={isOpen} onClose={() => setIsOpen(false)} asked={asked} onChange={onChange} />
    </>
  );
}

function ShareLinkButton({ name, link }: { name: string; link: string }) {
  const share = useShareLink(link, `Pay ${name} with ${brandName}`);
  return (
    <Button variant="primary" onClick={share}>
      <Icon as={Share2} />
      Share Payment Link
    </Button>
  );
}

function ShareByMail(shared: Omit<PaymentDetailsProps, 'onAskedChange'>) {
  const [isOpen, setIsOpen] = useState(false);
  const share = () => (canMail() ? setIsOpen(true) : toast.info('Email functionality coming soon!'));
  return (
    <>
      <Button onClick={share}>
        <Icon as={Mail} />
        Share via Email
      </Button>
      <ShareByMailDialog open={isOpen} onClose={() => setIsOpen(false)} {...shared} />
    </>
  );
}

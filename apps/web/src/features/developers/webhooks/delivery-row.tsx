import type { WebhookDelivery } from '@florin/contract';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Status } from '../../../ui/status.tsx';
import { transactionWhen } from '../../../wallet-ui/transaction-when.ts';
import { DeliveryDetail } from './delivery-detail.tsx';
import styles from '../developers.module.css';

type DeliveryRowProps = { delivery: WebhookDelivery; canReplay: boolean };

/** One delivery, which opens to show its request and attempts. */
export function DeliveryRow({ delivery, canReplay }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const { type, state, created_at: at, attempts } = delivery;
  return (
    <li className={styles.delivery}>
      <button
        type="button"
        className={styles.disclosure}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className={styles.itemText}>
          <code className="block">{type}</code>
          <span className="small muted block">
            {transactionWhen(at)} · {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          </span>
        </span>
        <Status tone={tones[state]}>{words[state]}</Status>
        <Icon as={ChevronDown} size={16} />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <DeliveryDetail delivery={delivery} canReplay={canReplay} />}
      </div>
    </li>
  );
}

const tones = { waiting: 'wait', delivered: 'ok', failed: 'over' } as const;
const words = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const;

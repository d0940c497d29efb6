import { clsx } from 'clsx';
import {
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUpRight,
  CalendarCheck2,
  Minus,
  Plus,
  type LucideIcon,
} from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

export type TransactionKind = 'send' | 'receive' | 'buy' | 'sell' | 'exchange' | 'plan';

/** Shows the icon of a transaction: an arrow for money in or out, plus for a purchase, minus for a sale. */
export function DirectionRing({ kind }: { kind: TransactionKind }) {
  const { icon, isIn } = drawings[kind];
  return (
    <span className={clsx('way', isIn && 'incoming')}>
      <Icon as={icon} />
    </span>
  );
}

const drawings: Record<TransactionKind, { icon: LucideIcon; isIn: boolean }> = {
  send: { icon: ArrowUpRight, isIn: false },
  receive: { icon: ArrowDownLeft, isIn: true },
  buy: { icon: Plus, isIn: false },
  sell: { icon: Minus, isIn: true },
  exchange: { icon: ArrowLeftRight, isIn: false },
  plan: { icon: CalendarCheck2, isIn: false },
};

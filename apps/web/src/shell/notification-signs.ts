import type { Notification } from '@florin/contract';
import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleX,
  ClockAlert,
  HandCoins,
  Landmark,
  MonitorSmartphone,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
  Undo2,
  type LucideIcon,
} from 'lucide-react';

/** The icon of each notification kind. `isIn` colors it green. */
export const notificationSigns: Record<Notification['kind'], { icon: LucideIcon; isIn?: boolean }> = {
  money_received: { icon: ArrowDownLeft, isIn: true },
  deposit_completed: { icon: Landmark, isIn: true },
  deposit_returned: { icon: Undo2 },
  deposit_taken_back: { icon: Undo2 },
  receivable_ended: { icon: Undo2 },
  charge_refunded: { icon: Undo2 },
  withdrawal_completed: { icon: Landmark },
  withdrawal_returned: { icon: Undo2 },
  send_claimed: { icon: ArrowUpRight },
  send_returned: { icon: Undo2 },
  request_received: { icon: HandCoins },
  request_paid: { icon: ArrowDownLeft, isIn: true },
  request_declined: { icon: CircleX },
  request_expired: { icon: ClockAlert },
  kyc_verified: { icon: ShieldCheck, isIn: true },
  kyc_needs_more: { icon: ShieldAlert },
  kyc_denied: { icon: ShieldX },
  plan_payment_failed: { icon: ClockAlert },
  plan_ended: { icon: CircleX },
  new_sign_in: { icon: MonitorSmartphone },
};

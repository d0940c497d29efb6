import { endpoints, type PaymentMethod } from '@florin/contract';
import { toDecimal } from '@florin/money';
import { useState } from 'react';
import { inAccount } from '../../../api/account.ts';
import { takesCards } from '../../../api/takes-cards.ts';
import { useMoneyCommand } from '../../../api/use-money-command.ts';
import { paths } from '../../../paths.ts';
import type { DepositOrder } from './deposit.ts';

/** Represents a card that the member enters on the page of the card processor. */
const anotherCard: PaymentMethod = {
  id: 'another-card',
  type: 'card',
  label: 'Card, on the next page',
  brand: 'Your card',
  is_default: false,
};

/** Adds the card processor's page to the methods, if the server has a card processor. */
export const withAnotherCard = (methods: readonly PaymentMethod[]): readonly PaymentMethod[] =>
  takesCards() ? [...methods, anotherCard] : methods;

export const isHosted = ({ method }: DepositOrder) => method.id === anotherCard.id;

/** Starts a deposit and opens the card processor's page. The browser returns to `/card-return`. */
export function useHostedDeposit() {
  const { submit, busy } = useMoneyCommand(endpoints.startCardDeposit);
  const [leaving, setLeaving] = useState(false);
  const start = async ({ amount }: DepositOrder) => {
    const payment = await submit({ amount: toDecimal(amount), currency: amount.asset });
    if (!payment) return;
    setLeaving(true);
    location.assign(payment.url ?? inAccount(`${paths.cardReturn}?payment=${payment.id}`));
  };
  return { start, busy: busy || leaving };
}

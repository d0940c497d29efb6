import type { Subscription } from '@florin/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useScrollToHash } from '../use-scroll-to-hash.ts';
import { day, isForLater, offerOf, type PlanOffer } from './plan-words.ts';
import { useChangePlan, type PlanChanged } from './use-change-plan.ts';

/**
 * Returns the chosen plan and its actions. The URL `/profile?plan=pro#plan` holds the choice, so the landing page and
 * the signup can link to the choice. A change that costs money or takes effect immediately needs confirmation.
 */
export function usePlanChoice(subscription: Subscription) {
  const navigate = useNavigate();
  const { plan: wanted } = useSearch({ strict: false });
  const [isOpen, setIsOpen] = useState(wanted !== undefined);
  useScrollToHash('plan', true);

  const goTo = (plan: PlanOffer['name'] | undefined) =>
    void navigate({
      to: '/profile',
      search: plan === undefined ? {} : { plan },
      hash: 'plan',
      replace: true,
      resetScroll: false,
    });
  const leave = () => goTo(undefined);
  const finish: PlanChanged = (changed, pageStays) => {
    toast.success(successMessage(changed));
    if (pageStays) leave();
  };
  const { change, busy, problem } = useChangePlan(finish);
  const needsConfirmation = (offer: PlanOffer) => offer.name !== subscription.plan && !isForLater(subscription, offer);
  const offer = wanted && offerOf(subscription, wanted);

  return {
    isOpen,
    toggle: () => setIsOpen(!isOpen),
    choose: (chosen: PlanOffer) => (needsConfirmation(chosen) ? goTo(chosen.name) : void change(chosen)),
    keep: () => void change(offerOf(subscription, subscription.plan)),
    /** The plan that needs confirmation. */
    asked: offer && needsConfirmation(offer) ? offer : undefined,
    leave,
    finish,
    busy,
    problem,
  };
}

function successMessage(subscription: Subscription): string {
  const { plan, next_plan: next, renews_at: end } = subscription;
  if (next !== null && end !== null) return `You switch to ${offerOf(subscription, next).title} on ${day(end)}`;
  return `You are on the ${offerOf(subscription, plan).title} plan`;
}

import type { Subscription } from '@florin/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { toast } from '../../../ui/toast.ts';
import { useLedHere } from '../use-led-here.ts';
import { day, isForLater, offerOf, type PlanOffer } from './plan-words.ts';
import { useChangePlan, type PlanChanged } from './use-change-plan.ts';

/**
 * Which plan is being chosen. It stands in the address, `/profile?plan=pro#plan`, so that the landing page and signing
 * up lead to it; what moves money or takes effect at once is asked about first.
 */
export function usePlanChoice(subscription: Subscription) {
  const navigate = useNavigate();
  const { plan: wanted } = useSearch({ strict: false });
  const [isOpen, setIsOpen] = useState(wanted !== undefined);
  useLedHere('plan', true);

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
    toast.success(told(changed));
    if (pageStays) leave();
  };
  const { change, busy, problem } = useChangePlan(finish);
  const isAsked = (offer: PlanOffer) => offer.name !== subscription.plan && !isForLater(subscription, offer);
  const offer = wanted && offerOf(subscription, wanted);

  return {
    isOpen,
    toggle: () => setIsOpen(!isOpen),
    choose: (chosen: PlanOffer) => (isAsked(chosen) ? goTo(chosen.name) : void change(chosen)),
    keep: () => void change(offerOf(subscription, subscription.plan)),
    /** The plan that is to be confirmed. */
    asked: offer && isAsked(offer) ? offer : undefined,
    leave,
    finish,
    busy,
    problem,
  };
}

function told(subscription: Subscription): string {
  const { plan, next_plan: next, renews_at: end } = subscription;
  if (next !== null && end !== null) return `You change to ${offerOf(subscription, next).title} on ${day(end)}`;
  return `You are on the ${offerOf(subscription, plan).title} plan`;
}

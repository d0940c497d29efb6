import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { checkPayment, type Question } from './check-payment.ts';
import type { Payment } from './payment.ts';

/**
 * The look before the payment. One at a time; it ends with the page, and where the form is changed meanwhile, so that
 * nothing is sent that is not on the screen any more.
 */
export function usePaymentCheck() {
  const queryClient = useQueryClient();
  const running = useRef<AbortController>(null);
  const [busy, setBusy] = useState(false);

  const stop = () => {
    running.current?.abort();
    running.current = null;
    setBusy(false);
  };
  useEffect(() => () => running.current?.abort(), []);

  /** Undefined where it was stopped, or where another one is running. */
  const check = async (payment: Payment): Promise<Question | undefined> => {
    // A ref, not `busy`: what was rendered is stale within a double click.
    if (running.current) return undefined;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const question = await checkPayment(queryClient, payment, controller.signal);
      return controller.signal.aborted ? undefined : question;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      throw error;
    } finally {
      if (running.current === controller) stop();
    }
  };
  return { check, stop, busy };
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { checkPayment, type Question } from './check-payment.ts';
import type { Payment } from './payment.ts';

/**
 * Runs the check before a payment, one at a time. Call `stop` when the form changes, so that only the visible payment
 * is sent. Leaving the page also stops the check.
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

  /** Returns undefined if the check was stopped or another check is running. */
  const check = async (payment: Payment): Promise<Question | undefined> => {
    // Uses a ref, because `busy` is stale within a double click.
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

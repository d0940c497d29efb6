import { toast } from 'sonner';
import { afterEach, expect, test, vi } from 'vitest';
import { payRequestUnanswered } from '../../../test/pay-request-unanswered.tsx';
import { RequestsSection } from './requests-section.tsx';

afterEach(() => {
  toast.dismiss();
  vi.unstubAllGlobals();
});

// Rules: receive-10
test('a payment request that leaves the list keeps its dialog open until the payment gets a response', async () => {
  const { keys } = await payRequestUnanswered(RequestsSection, '/dashboard');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

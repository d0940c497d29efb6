import { screen, waitFor } from '@testing-library/react';

/** Waits for a toast with this text. The same text may also appear at a field. */
export const findToast = (sentence: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = screen.getAllByText(sentence).find((each) => each.closest('[data-sonner-toast]'));
    if (!found) throw new Error(`no toast contains "${sentence}"`);
    return found;
  });

import { screen, waitFor } from '@testing-library/react';

/** What is said in a toast, though it may stand at a field as well: the list of toasts comes with the first of them. */
export const findToast = (sentence: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = screen.getAllByText(sentence).find((each) => each.closest('[data-sonner-toast]'));
    if (!found) throw new Error(`no toast says "${sentence}"`);
    return found;
  });

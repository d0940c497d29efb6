import { isPhone } from '../../ui/is-phone.ts';

/** Scrolls to the form on phones, where the form is below the holdings. */
export function bringIntoViewOnPhones(form: HTMLElement | null) {
  if (isPhone()) form?.scrollIntoView({ block: 'start' });
}

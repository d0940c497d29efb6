import { isPhone } from '../../ui/is-phone.ts';

/** There the form stands below the holdings, out of sight when one of them is picked. */
export function bringIntoViewOnPhones(form: HTMLElement | null) {
  if (isPhone()) form?.scrollIntoView({ block: 'start' });
}

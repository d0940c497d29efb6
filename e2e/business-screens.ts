import { has, opens, press, says, type Screen } from './screen-list.ts';

/** The screens that only a business has, by their paths in the business's account. */
export const businessScreens: readonly Screen[] = [
  { name: 'business', path: '/business', ready: has('Details') },
  {
    name: 'invite a person',
    path: '/business?tab=people',
    ready: async (page) => {
      await press(page, 'Invite');
      await opens('Invite a person')(page);
    },
  },
  { name: 'rules for payments', path: '/business?tab=rules', ready: has('Rules for payments') },
  { name: 'acts of people', path: '/business?tab=activity', ready: has('Who did what') },
  { name: 'approvals', path: '/approvals', ready: says('Nothing waits') },
];

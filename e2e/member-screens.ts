import { endpoints } from '@florin/contract';
import { send, type Given, type Member } from './members.ts';
import { moneyScreens } from './money-screens.ts';
import { profileScreens } from './profile-screens.ts';
import { taskScreens, tradeScreens } from './task-screens.ts';

export const memberScreens = {
  'dashboard and its dialogs': moneyScreens,
  'screens for members': taskScreens,
  'screens for trading': tradeScreens,
  'profile and contacts': profileScreens,
} as const;

type NewMember = (given?: Given) => Promise<Member>;

/** Creates a member with money, coins, a contact and an open request. */
export async function memberWithAll(newMember: NewMember): Promise<Member> {
  const member = await newMember({
    confirmed: true,
    funds: { USD: '300.00', EUR: '20.00' },
    coins: { BTC: '50.00', ETH: '20.00' },
  });
  const piet = await newMember({ name: 'Piet Mondriaan' });
  await send(member, piet, '1.00');
  await piet.api.call(endpoints.requestMoney, { body: { recipient_email: member.email, amount: '24.00' } });
  return member;
}

import { endpoints } from '@florin/contract';
import { inviteRecipients } from '../src/features/transfers/invite-recipients.ts';
import type { TestApp } from './test-app.ts';

/** Returns the text messages to a number, newest first. */
export async function textsTo(florin: TestApp, number: string): Promise<string[]> {
  const texts = await florin.client.call(endpoints.listCaughtTexts, { query: {} });
  return texts.filter(({ to }) => to === number).map(({ text }) => text);
}

/** Returns the newest code that was texted to a number. */
export async function codeTextedTo(florin: TestApp, number: string): Promise<string> {
  const [newest = ''] = await textsTo(florin, number);
  return /^(\d{6}) is your Florin code/.exec(newest)?.[1] ?? '';
}

/** Sends 100 dollars from a member to an address without an account. Returns the token of the mailed invitation. */
export async function invitedBy(florin: TestApp, { token }: { readonly token: string }, to: string): Promise<string> {
  const body = { recipient_email: to, amount: '100.00' };
  await florin.clientOf(token).call(endpoints.sendMoney, { body });
  const { pool, publicUrl } = florin.app.dependencies;
  await inviteRecipients({ pool, publicUrl, rateLimits: true });
  return tokenMailedTo(florin, to, 'signup');
}

/** Returns the token behind the `#` of the newest mail whose link leads to the page. */
export async function tokenMailedTo(florin: TestApp, to: string, page = ''): Promise<string> {
  const mails = await florin.client.call(endpoints.listCaughtMails, { query: { to } });
  return mails.find(({ link }) => link?.includes(page) && link.includes('#'))?.link?.split('#')[1] ?? '';
}

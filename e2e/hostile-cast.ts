// Members who write hostile texts.

import { endpoints, problemOfName, shownLine } from '@florin/contract';
import type { Page } from '@playwright/test';
import { hostileTexts, hostileTextsFrom, polyglot, shownText } from './hostile-texts.ts';
import { jpeg, upload } from './kyc-papers.ts';
import { clientOf, password, send, uniqueEmail, type Member } from './members.ts';
import { expectOnlyText } from './no-execution.ts';
import { expect } from './product.ts';

/** Runs the work for each item, four at a time, because the server limits concurrent sign-ups. */
export async function each<Item>(items: readonly Item[], work: (item: Item, position: number) => Promise<unknown>) {
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** The hostile texts that fit into a name. */
export const hostileNames = hostileTextsFrom(0, 100);

/** The hostile names that a member may have. Names with a web address or a reserved word are rejected. */
export const hostileMemberNames = hostileNames.filter((name) => problemOfName(name) === undefined);

/**
 * Signs up a stranger for every fourth name. Each stranger requests money from the member and receives some, with texts
 * of the corpus.
 */
export async function strangersAround(member: Member, origin: string): Promise<Member[]> {
  const strangers: Member[] = [];
  const names = hostileMemberNames.filter((_, n) => n % 4 === 0);
  await each(names, async (name, n) => {
    const email = uniqueEmail();
    const { token, user } = await clientOf(origin, null).call(endpoints.signup, { body: { name, email, password } });
    strangers[n] = { name: shownText(name), email, password, token, user, api: clientOf(origin, token) };
  });
  await each(hostileTexts, async (text, n) => {
    const stranger = strangers[n % strangers.length] ?? raise();
    const asked = { recipient_email: member.email, amount: '0.50', note: text };
    await stranger.api.call(endpoints.requestMoney, { body: asked });
    await send(member, stranger, '0.50', hostileTexts.at(-1 - n));
  });
  return strangers;
}

function raise(): never {
  throw new Error('the text or stranger is missing');
}

/**
 * Submits a verification that goes to manual review, because of the last name `Review`. Before that, stores each text
 * in a field of the draft.
 */
export async function submitHostileKyc(page: Page, member: Member) {
  const { api } = member;
  const form = {
    first_name: textOf(100, 'onerror'),
    last_name: 'Review',
    date_of_birth: '1991-04-17',
    street_address: polyglot,
    city: textOf(100, '<style>'),
    country: 'PT',
    postal_code: textOf(20, '__pwned'),
    id_type: 'passport',
    id_number: 'CC482913',
  } as const;
  const bounds = { first_name: 100, last_name: 100, street_address: 200, city: 100, postal_code: 20, id_number: 50 };
  const fields = Object.entries(bounds);
  for (let n = 0; n < hostileTexts.length; n += fields.length) {
    const texts = fields.map(([field, maximum], at) => [
      field,
      hostileTexts[n + at]?.slice(0, maximum).toWellFormed() ?? '',
    ]);
    const kept = texts.map(([field = '', text = '']) => [field, shownLine(text)]);
    const body = Object.fromEntries(texts) as Record<string, string>;
    expect((await api.call(endpoints.saveKycDraft, { body })).form).toMatchObject(Object.fromEntries(kept));
  }
  await api.call(endpoints.saveKycDraft, { body: form });
  await page.goto('/kyc');
  await page.getByRole('button', { name: 'Back', exact: true }).click(); // the wizard skips completed steps
  await expectOnlyText(page, [form.first_name, form.street_address, form.city], 'the form');
  const file = '<img src=x onerror=__pwned=1>.jpg';
  for (const kind of ['front', 'selfie'])
    expect(await upload(new URL(page.url()).origin, member, kind, await jpeg(page, file))).toBe(file);
  await api.call(endpoints.submitKyc, { body: form });
  return { form, file };
}

const textOf = (longest: number, part: string) =>
  hostileTextsFrom(0, longest).find((text) => text.includes(part)) ?? raise();

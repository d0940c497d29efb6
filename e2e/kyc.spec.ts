import { endpoints } from '@florin/contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { navigate } from './navigate.ts';
import { documentNumber, bomb, executable, jpeg, pdf, personal, truncated, upload } from './kyc-papers.ts';
import { decide, fillPersonal, go, heading, progress, slot, step, submit, takeSelfie } from './kyc-wizard.ts';
import { password, uniqueEmail, type Member } from './members.ts';
import { expect, test } from './product.ts';
import { expectFieldError, failCalls, lineOf, storedSession, toast } from './screen.ts';

const nora = { ...personal, first_name: 'Nora', last_name: 'Lind' };

/** Saves all items except the selfie, so the wizard opens at the selfie. */
async function handInPassport(page: Page, member: Member) {
  const passport = { id_type: 'passport', id_number: documentNumber() } as const;
  await member.api.call(endpoints.saveKycDraft, { body: { ...nora, ...passport } });
  await upload(new URL(page.url()).origin, member, 'front', await jpeg(page, 'passport.jpg'));
}

// Rules: kyc-2, kyc-3, profile-2
test('verifies a new member with JPEG, PDF and selfie, and limits and badge update immediately', async ({
  page,
  newBrowser,
  open,
}) => {
  await page.goto('/signup');
  await page.getByLabel('Full Name').fill('Nora Review');
  await page.getByLabel('Email').fill(uniqueEmail());
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password').fill(password);
  await go(page, 'Create Account');
  await expect(page.getByText('No transactions yet')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await navigate(page, '/kyc');

  await expect(progress(page)).toHaveText('1/3');
  await expect(page.getByRole('row', { name: 'Each day $1,000 $10,000' })).toBeVisible();
  await fillPersonal(page, 'Review');
  await go(page, 'Continue');

  await expect(progress(page)).toHaveText('2/3');
  await expect(heading(page, 'ID Document')).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Passport' })).toBeChecked();
  await expect(page.getByText('JPG, PNG, PDF, max 5MB')).toHaveCount(1);
  await page.getByRole('radio', { name: 'National ID' }).check({ force: true });
  await expect(page.getByText('JPG, PNG, PDF, max 5MB')).toHaveCount(2);
  await page.getByLabel('ID number').fill(documentNumber());
  await slot(page, 'Front of the document').setInputFiles(await jpeg(page, 'front.jpg'));
  await slot(page, 'Back of the document').setInputFiles(pdf('back.pdf'));
  await expect(page.getByAltText('Your upload: front.jpg')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace back.pdf' })).toBeVisible();
  await go(page, 'Continue');

  await expect(progress(page)).toHaveText('3/3');
  await expect(heading(page, 'Selfie')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Submit for Review' })).toHaveAccessibleDescription(
    'Take a photo or upload one first.',
  );
  await takeSelfie(page);
  await submit(page);

  await expect(page.getByText('No transactions yet')).toBeVisible();
  await navigate(page, '/kyc');
  await expect(heading(page, 'In review')).toBeVisible();
  const { token, user } = await storedSession(page);
  const member: Pick<Member, 'token' | 'user'> = { token: token ?? '', user: JSON.parse(user ?? '') };
  const other = await newBrowser();
  await open(other, member, '/profile');
  await expect(other.getByRole('link', { name: 'KYC Status: Level 1' })).toBeVisible();
  await expect(other.getByText('Verified Account')).toHaveCount(0);

  await decide(page, member.user.id, { decision: 'verified' });
  await expect(other.getByText('Verified Account')).toBeVisible();
  await expect(other.getByRole('link', { name: 'KYC Status: Level 2' })).toBeVisible();
  await expect(heading(page, 'KYC Verified!')).toBeVisible();
  const card = page.getByRole('region', { name: 'KYC Verified!' });
  await expect(card).toContainText('access to all features');
  await expect(lineOf(card, 'Level')).toHaveText('2');
  await expect(lineOf(card, 'Daily limit')).toHaveText('$10,000.00');
  await expect(lineOf(card, 'Used today')).toHaveText('$0.00');
  await expect(lineOf(card, 'Monthly limit')).toHaveText('$100,000.00');
  await expect(lineOf(card, 'Used this month')).toHaveText('$0.00');
  await card.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
});

// Rules: kyc-8, security-33
test('rejects files that are not valid pictures or PDFs with a message and stores nothing', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(422);
  const member = await newMember();
  await member.api.call(endpoints.saveKycDraft, { body: nora });
  await open(page, member, '/kyc');
  const chooser = slot(page, 'Photo of the document');
  const photo = await jpeg(page);
  const refused = async (paper: typeof photo, sentence: string) => {
    await chooser.setInputFiles(paper);
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  };
  const six = { ...photo, buffer: Buffer.concat([photo.buffer, Buffer.alloc(6 * 1024 * 1024)]) };
  await refused(six, 'The file is larger than 5 MB.');
  await refused(executable('passport.jpg'), 'This is not a JPG, PNG, HEIC or PDF file.');
  await refused(truncated(photo), 'The picture is damaged or not complete.');
  await refused(bomb(), 'The picture has more than 40 million pixels.');
  expect((await member.api.call(endpoints.getKycDraft)).files).toEqual([]);

  await chooser.setInputFiles(photo);
  await expect(page.getByRole('button', { name: 'Remove document.jpg' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await go(page, 'Remove document.jpg');
  await expect(page.getByRole('button', { name: /^Choose a file/ })).toBeFocused();
  expect((await member.api.call(endpoints.getKycDraft)).files).toEqual([]);
});

// Rules: kyc-4
test('a draft survives a reload, and the wizard opens at the first incomplete step', async ({
  page,
  newMember,
  open,
}) => {
  const member = await newMember();
  await open(page, member, '/kyc');
  await page.getByLabel('First name').fill('Nora');
  await expect(page.getByText('Draft saved')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('First name')).toHaveValue('Nora');
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0);

  await go(page, 'Continue');
  await expect(page.getByLabel('Last name')).toBeFocused();
  await expectFieldError(page.getByLabel('Last name'), 'Please enter your last name.');
  await fillPersonal(page, 'Lind');
  await page.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 17}-01-01`);
  await go(page, 'Continue');
  await expectFieldError(page.getByLabel('Date of birth'), 'You must be at least 18 years old.');
  await page.getByLabel('Date of birth').fill('1991-04-17');
  await go(page, 'Continue');

  await go(page, 'Continue');
  await expectFieldError(page.getByLabel('ID number'), 'Please enter the number of your document.');
  await page.getByLabel('ID number').fill('CC482913');
  await go(page, 'Continue');
  await expect(page.getByText('Please add a picture of your document.')).toBeVisible();
  await slot(page, 'Photo of the document').setInputFiles(await jpeg(page, 'passport.jpg'));
  await expect(page.getByRole('button', { name: 'Replace passport.jpg' })).toBeVisible();
  await page.reload();
  await expect(progress(page)).toHaveText('3/3');
  await go(page, 'Back');
  await expect(progress(page)).toHaveText('2/3');
  await expect(page.getByLabel('ID number')).toHaveValue('CC482913');
  await expect(page.getByAltText('Your upload: passport.jpg')).toBeVisible();
});

// Rules: kyc-10
test('offers an upload when there is no camera', async ({ page, newMember, open }) => {
  await page.addInitScript(() => {
    const names = ['NotAllowedError', 'NotReadableError'];
    navigator.mediaDevices.getUserMedia = () =>
      Promise.reject(new DOMException('no', names.shift() ?? 'NotFoundError'));
  });
  const member = await newMember();
  await handInPassport(page, member);
  await open(page, member, '/kyc');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText('The camera is blocked. Allow it in the address bar, or upload a photo instead.');
  await go(page, 'Try the camera again');
  await expect(alert).toHaveText('Another program is using the camera. Close it, or upload a photo instead.');
  await go(page, 'Try the camera again');
  await expect(alert).toHaveText('No camera was found. Connect one, or upload a photo instead.');
  await expectAccessible(page, 'KYC without a camera');
  await slot(page, 'Photo of your face').setInputFiles(await jpeg(page, 'me.jpg'));
  await expect(page.getByAltText('Your selfie')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Submit for Review' })).toBeEnabled();
});

// Rules: kyc-6
test('a failed submission keeps the step, and the camera turns off after the step', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(503);
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const getUserMedia = devices.getUserMedia.bind(devices);
    const streams: MediaStream[] = [];
    devices.getUserMedia = async (wanted) => {
      const stream = await getUserMedia(wanted);
      streams.push(stream);
      return stream;
    };
    const isOn = () => streams.some(({ active }) => active);
    setInterval(() => document.documentElement.setAttribute('data-camera', isOn() ? 'on' : 'off'), 50);
  });
  const member = await newMember();
  await handInPassport(page, member);
  await open(page, member, '/kyc');
  await takeSelfie(page);
  await go(page, 'Take again');
  const camera = page.locator('html');
  await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
  await expect(camera).toHaveAttribute('data-camera', 'on');
  await takeSelfie(page);
  await expect(camera).toHaveAttribute('data-camera', 'off');

  const trouble = await failCalls(page, '/kyc/submit');
  await go(page, 'Submit for Review');
  await expect(toast(page, 'Failed to submit KYC verification')).toBeVisible();
  await expect(step(page, 'Selfie')).toBeVisible();
  await trouble.stop();
  await submit(page);
});

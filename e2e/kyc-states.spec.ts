import { expectAccessible } from './accessible.ts';
import { documentNumber, jpeg } from './kyc-papers.ts';
import { decide, fillPersonal, go, heading, slot, submit, takeSelfie } from './kyc-wizard.ts';
import { submittedCase } from './pictures/submitted-case.ts';
import { expect, test } from './product.ts';
import { failCalls } from './screen.ts';
import { expectUsable } from './usable.ts';

test('a verification is submitted, sent back for corrections, and verified', async ({ page, newMember, open }) => {
  test.slow();
  const member = await newMember();
  await open(page, member, '/kyc');

  await test.step('every verification step is accessible and fits every window', async () => {
    await go(page, 'Continue');
    await expect(page.getByText('Please enter your last name.')).toBeVisible();
    await expectUsable(page, 'Personal Info, mistakes');
    await fillPersonal(page, 'Review');
    await go(page, 'Continue');
    await go(page, 'Continue');
    await expectUsable(page, 'ID Document, mistakes');
    await page.getByLabel('ID number').fill(documentNumber());
    await slot(page, 'Photo of the document').setInputFiles(
      await jpeg(page, 'a-name-that-is-longer-than-any-name-of-a-file-should-be-allowed-to-be.jpg'),
    );
    await expect(page.getByRole('button', { name: /^Replace/ })).toBeVisible();
    await expectUsable(page, 'ID Document');
    await go(page, 'Continue');
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
    await expectUsable(page, 'Selfie, the camera');
    await takeSelfie(page);
    await expectUsable(page, 'Selfie');
    await submit(page);
    await page.goto('/kyc');
    await expect(heading(page, 'In review')).toBeVisible();
    await expectUsable(page, 'KYC, submitted');
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    const identity = page.getByRole('listitem').filter({ hasText: 'Verify your identity' });
    await expect(identity).toContainText('In review. We email you when it ends');
    await identity.getByRole('link', { name: 'View' }).click();
    await expect(heading(page, 'In review')).toBeVisible();
  });

  await test.step('replaces the rejected items one by one and submits again', async () => {
    const cut = 'The photo is cut off at the lower edge; the two code lines must be readable.';
    const glasses = 'Your glasses reflect the light. Take them off for the photo.';
    await decide(page, member.user.id, {
      decision: 'needs_more',
      reasons: [
        { item: 'document', reason: cut },
        { item: 'selfie', reason: glasses },
      ],
    });
    await expect(heading(page, 'Two things are missing')).toBeFocused();
    await expect(page.getByText('1 of 3 ready')).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: 'ID Document' })).toContainText(cut);
    await expect(page.getByRole('listitem').filter({ hasText: 'Selfie' })).toContainText(glasses);
    const send = page.getByRole('button', { name: 'Submit for Review' });
    await expect(send).toHaveAccessibleDescription('Replace both items first. We keep your other answers.');
    await expectAccessible(page, 'KYC, something is missing');

    await go(page, 'Upload again: ID Document');
    await expect(heading(page, 'ID Document')).toBeFocused();
    await expect(page.getByText(/^Your number ends in \w{4}\. Leave this empty to keep it\.$/)).toBeVisible();
    await slot(page, 'Photo of the document').setInputFiles(await jpeg(page, 'better.jpg'));
    await expect(page.getByRole('button', { name: 'Replace better.jpg' })).toBeVisible();
    await go(page, 'Done');
    await expect(page.getByRole('button', { name: 'Upload again: ID Document' })).toBeFocused();
    await expect(send).toHaveAccessibleDescription('Replace the Selfie first. We keep your other answers.');
    await go(page, 'Take again: Selfie');
    await takeSelfie(page);
    await go(page, 'Done');
    await expect(page.getByText('3 of 3 ready')).toBeVisible();
    await submit(page);
    await decide(page, member.user.id, { decision: 'verified' });
    // A new page load removes the toast of the submission.
    await page.goto('/kyc');
    await expect(heading(page, 'KYC Verified!')).toBeVisible();
    await expectAccessible(page, 'KYC Verified!');
  });
});

test('a denied member sees the reason and the date of the next attempt', async ({ page, baseURL, open }) => {
  await open(page, await submittedCase(baseURL ?? '', await jpeg(page), ['Nora', 'Deny']), '/kyc');
  await expect(heading(page, 'We could not verify you')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('The document is not valid.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start over' })).toHaveAccessibleDescription(
    /^You can start over from \w+ \d+(, \d{4})?, \d\d:\d\d\.$/,
  );
  await expectAccessible(page, 'KYC, denied');
});

// Rules: kyc-1
test('shows an error with Retry when the verification status fails to load', async ({
  page,
  newMember,
  open,
  provoke,
}) => {
  provoke(503);
  const trouble = await failCalls(page, '/kyc/status');
  await open(page, await newMember(), '/kyc');
  await expect(page.getByRole('alert')).toContainText('Could not load');
  await trouble.stop();
  await go(page, 'Retry');
  await expect(heading(page, 'Personal Info')).toBeVisible();
});

import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { ines } from '../../../test/ines.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { ProfilePicture } from './profile-picture.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const png = (name: string) => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], name);

test('the picture that was chosen last is cropped, even if an earlier picture opens later', async () => {
  const opened: string[] = [];
  const revoked: string[] = [];
  const first = Promise.withResolvers<void>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:${opened.push('')}`);
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void revoked.push(url));
  HTMLImageElement.prototype.decode = function (this: HTMLImageElement) {
    return this.src === 'blob:1' ? first.promise : Promise.resolve();
  };
  renderScreen(() => <ProfilePicture user={ines} />, { at: '/profile' });
  const input = await screen.findByLabelText<HTMLInputElement>('Photo');
  await userEvent.upload(input, png('large.png'));
  await waitFor(() => expect(opened).toHaveLength(1));
  await userEvent.upload(input, png('small.png'));
  const dialog = await screen.findByRole('dialog', { name: 'Your photo' });
  await act(async () => first.resolve());
  await waitFor(() => expect(revoked).toEqual(['blob:1']));
  expect(dialog.querySelector('img')?.src).toBe('blob:2');
});

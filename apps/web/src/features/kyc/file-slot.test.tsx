import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../../test/fake-upload.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { FileSlot } from './file-slot.tsx';

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const photo = (name: string) => new File([new Uint8Array([0xff, 0xd8, 0xff])], name);

test('a replacing file stays uploading when the replaced upload finishes', async () => {
  const onBusyChange = vi.fn<(busy: boolean) => void>();
  const Slot = () => (
    <FileSlot kind="front" label="Front" file={undefined} error={undefined} onBusyChange={onBusyChange} />
  );
  renderScreen(Slot, { at: '/kyc' });
  const input = await screen.findByLabelText<HTMLInputElement>('Front');
  const first = photo('first.jpg');
  await userEvent.upload(input, first);
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  // The slot reads the file once more when it is stored.
  const { promise, resolve } = Promise.withResolvers<ArrayBuffer>();
  first.slice = () => Object.assign(new Blob(), { arrayBuffer: () => promise });
  const stored = {
    id: '1',
    kind: 'front',
    name: 'first.jpg',
    type: 'image/jpeg',
    bytes: 3,
    added_at: '2026-12-01T10:00:00Z',
  };
  await act(async () => FakeUpload.all[0]?.answer(200, JSON.stringify(stored)));
  await userEvent.upload(input, photo('second.jpg'));
  await act(async () => resolve(new ArrayBuffer(0)));
  expect(screen.getByText('second.jpg')).toBeDefined();
  expect(onBusyChange).toHaveBeenLastCalledWith(true);
});

import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../../test/fake-upload.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { Documents } from './documents.tsx';

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a document that is too large ends the upload of the previous document', async () => {
  renderScreen(() => <Documents files={[]} canChange />, { at: '/business' });
  const [row] = await screen.findAllByRole('listitem');
  const drop = (file: File) => fireEvent.drop(row ?? document.body, { dataTransfer: { files: [file] } });
  drop(new File(['%PDF-'], 'first.pdf'));
  await waitFor(() => expect(FakeUpload.all).toHaveLength(1));
  const ended = vi.fn<() => void>();
  FakeUpload.all[0]?.addEventListener('abort', ended);
  drop(Object.defineProperty(new File([], 'large.pdf'), 'size', { value: 6_000_000 }));
  expect(await screen.findByText('The file is larger than 5 MB.')).toBeDefined();
  expect(ended).toHaveBeenCalledOnce();
  expect(screen.queryByRole('progressbar')).toBeNull();
});

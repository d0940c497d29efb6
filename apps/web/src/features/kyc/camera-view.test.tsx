import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CameraView } from './camera-view.tsx';

/** A fake camera track with the methods that the page uses. */
class FakeTrack extends EventTarget {
  stopped = false;
  stop() {
    this.stopped = true;
  }
}
let track: FakeTrack;
let open: () => Promise<unknown>;

beforeEach(() => {
  track = new FakeTrack();
  open = async () => ({ getTracks: () => [track] });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia: () => open() } }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () => render(<CameraView onPhoto={() => undefined} onUpload={() => undefined} />);
const waitForVideo = async () => {
  const video = screen.getByLabelText('Camera preview');
  await vi.waitFor(() => expect(video).toHaveProperty('srcObject', expect.anything()));
  video.dispatchEvent(new Event('loadeddata'));
  return screen.findByText('Your whole face in the oval');
};

test('Take photo is enabled when the camera shows a picture', async () => {
  show();
  expect(screen.getByRole('button', { name: 'Take photo' })).toHaveProperty('disabled', true);
  await waitForVideo();
  expect(screen.getByRole('button', { name: 'Take photo' })).toHaveProperty('disabled', false);
});

test('leaving the page turns the camera off', async () => {
  const { unmount } = show();
  await waitForVideo();
  expect(track.stopped).toBe(false);
  unmount();
  expect(track.stopped).toBe(true);
});

test('a camera that starts after the member left the page is turned off immediately', async () => {
  const gate = Promise.withResolvers<unknown>();
  open = () => gate.promise;
  show().unmount();
  gate.resolve({ getTracks: () => [track] });
  await vi.waitFor(() => expect(track.stopped).toBe(true));
});

test.each([
  ['NotAllowedError', 'The camera is blocked. Allow it in the address bar, or upload a photo instead.'],
  ['NotFoundError', 'No camera was found. Connect one, or upload a photo instead.'],
  ['NotReadableError', 'Another program is using the camera. Close it, or upload a photo instead.'],
])('the camera error %s shows a message and can be retried', async (name, sentence) => {
  const works = open;
  open = () => Promise.reject(new DOMException('no', name));
  show();
  expect((await screen.findByRole('alert')).textContent).toBe(sentence);
  expect(screen.getByRole('button', { name: 'Upload a photo instead' })).toBeDefined();
  open = works;
  await userEvent.click(screen.getByRole('button', { name: 'Try the camera again' }));
  await waitForVideo();
});

test('the camera view shows an error when the camera is unplugged', async () => {
  show();
  await waitForVideo();
  track.dispatchEvent(new Event('ended'));
  expect(await screen.findByText('No camera was found. Connect one, or upload a photo instead.')).toBeDefined();
});

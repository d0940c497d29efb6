import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Button } from '../src/ui/button.tsx';
import { ConnectionContext } from '../src/ui/connection.ts';
import { LoadFailed } from '../src/wallet-ui/load-failed.tsx';
import { useOfflineLine } from '../src/ui/offline-line.tsx';

afterEach(cleanup);

test('a busy button is marked busy and ignores a second press', async () => {
  const pressed = vi.fn<() => void>();
  render(
    <Button variant="primary" busy onClick={pressed}>
      Processing...
    </Button>,
  );
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' });
  expect(button.disabled).toBe(true);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await userEvent.click(button);
  expect(pressed).not.toHaveBeenCalled();
});

test('a button with a reason is focusable, describes the reason and does not submit', async () => {
  const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  render(
    <form onSubmit={submitted}>
      <Button type="submit" reason="Your USD balance is $10.00.">
        Send
      </Button>
    </form>,
  );
  await userEvent.tab();
  const button = screen.getByRole('button', { name: 'Send' });
  expect(document.activeElement).toBe(button);
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
    'balance is $10.00',
  );
  await userEvent.click(button);
  expect(submitted).not.toHaveBeenCalled();
});

/**
 * A row whose button deletes the row after the answer. As in some browsers, the button loses the focus as soon as it is
 * disabled.
 */
function Row({ answer, onGone }: { answer: Promise<void>; onGone: () => void }) {
  const [busy, setBusy] = useState(false);
  const run = async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setBusy(true);
    await answer;
    setBusy(false);
    onGone();
  };
  return (
    <Button busy={busy} onClick={() => void run()}>
      Delete
    </Button>
  );
}

function Rows({ answer, remove }: { answer: Promise<void>; remove: boolean }) {
  const [gone, setGone] = useState(false);
  return <section aria-label="Rows">{!gone && <Row answer={answer} onGone={() => setGone(remove)} />}</section>;
}

test.each([
  ['keeps the focus after its action', false, 'button'],
  ['leaves the focus to its section when the action removed it', true, 'region'],
] as const)('a button %s, although it lost the focus when it was disabled', async (_, remove, role) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  render(<Rows answer={promise} remove={remove} />);
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(document.body));
  resolve();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role)));
});

const offline = (check = async () => undefined) => ({ online: false, check });
const descriptionOf = (button: HTMLElement) =>
  document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent;

test('an offline submit button shows the offline reason first, and Enter does not submit', async () => {
  const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());
  const form = (online: boolean) => (
    <ConnectionContext value={{ ...offline(), online }}>
      <form onSubmit={submitted}>
        <input aria-label="Amount" />
        <Button type="submit" needsServer reason={online ? undefined : 'Trading is paused.'}>
          Buy
        </Button>
      </form>
    </ConnectionContext>
  );
  const { rerender } = render(form(false));
  const button = screen.getByRole('button', { name: 'Buy' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(descriptionOf(button)).toBe('You are offline');
  await userEvent.type(screen.getByLabelText('Amount'), '10{Enter}');
  expect(submitted).not.toHaveBeenCalled();
  rerender(form(true));
  await userEvent.click(screen.getByRole('button', { name: 'Buy' }));
  expect(submitted).toHaveBeenCalledOnce();
});

function TwoButtons() {
  const { reasonId, line } = useOfflineLine();
  return (
    <>
      <Button reasonId={reasonId}>Add Funds</Button>
      <Button reasonId={reasonId}>Withdraw</Button>
      {line}
    </>
  );
}

test('buttons in a row share one offline reason', () => {
  render(
    <ConnectionContext value={offline()}>
      <TwoButtons />
    </ConnectionContext>,
  );
  expect(screen.getAllByText('You are offline')).toHaveLength(1);
  for (const button of screen.getAllByRole('button')) expect(descriptionOf(button)).toBe('You are offline');
});

test('content that could not be loaded says that it needs a connection, and Retry checks the connection', async () => {
  const [check, retry] = [vi.fn<() => Promise<undefined>>(async () => undefined), vi.fn<() => void>()];
  render(
    <ConnectionContext value={offline(check)}>
      <LoadFailed error={null} onRetry={retry} />
    </ConnectionContext>,
  );
  expect(screen.getByText('This needs a connection.')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(check).toHaveBeenCalledOnce();
  expect(retry).not.toHaveBeenCalled();
});

import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { OpenBusinessForm } from './open-business-form.tsx';

let canceled = 0;
afterEach(() => {
  cleanup();
  canceled = 0;
});

const open = () => renderScreen(() => <OpenBusinessForm onCancel={() => (canceled += 1)} />, { at: '/business/new' });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('Cancel leaves the empty form of a business immediately', async () => {
  open();
  await press('Cancel');
  expect(canceled).toBe(1);
});

test('Cancel asks for confirmation before the entered text of a business is lost', async () => {
  open();
  await userEvent.type(await screen.findByLabelText('City'), 'Lisboa');
  await press('Cancel');
  await press('Keep editing');
  expect(screen.getByLabelText<HTMLInputElement>('City').value).toBe('Lisboa');
  expect(canceled).toBe(0);
  await press('Cancel');
  await press('Discard');
  expect(canceled).toBe(1);
});

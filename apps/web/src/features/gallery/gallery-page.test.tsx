import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GalleryPage } from './gallery-page.tsx';

test('all primitives are there, each in its states', () => {
  render(<GalleryPage />);
  const parts = screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'));
  expect(parts).toEqual(
    expect.arrayContaining(['Buttons', 'Choices', 'What opens', 'Fields', 'Figures', 'Marks', 'Messages']),
  );
  expect(screen.getAllByText('You are offline')).toHaveLength(1);
});

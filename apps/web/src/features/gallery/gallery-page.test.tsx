import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { GalleryPage } from './gallery-page.tsx';

test('the gallery shows all groups of components', () => {
  render(<GalleryPage />);
  const parts = screen.getAllByRole('region').map((part) => part.getAttribute('aria-label'));
  expect(parts).toEqual(
    expect.arrayContaining(['Buttons', 'Choices', 'Overlays', 'Fields', 'Figures', 'Badges and icons', 'Messages']),
  );
  expect(screen.getAllByText('You are offline')).toHaveLength(1);
});

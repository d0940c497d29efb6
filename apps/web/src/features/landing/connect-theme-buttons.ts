import { chooseTheme, onThemeChange, shownTheme } from '../../ui/shown-theme.ts';

/** Connects the theme buttons of a page without React. Returns the function that unsubscribes. */
export function connectThemeButtons() {
  const buttons = document.querySelectorAll<HTMLButtonElement>('[data-theme-to]');
  const show = () => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', String(button.dataset['themeTo'] === shownTheme()));
  };
  for (const button of buttons)
    button.addEventListener('click', () => chooseTheme(button.dataset['themeTo'] === 'dark' ? 'dark' : 'light'));
  show();
  return onThemeChange(show);
}

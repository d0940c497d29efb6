import './styles/main.css';
import './shell/shell.css';
import './features/landing/hero.module.css';
import './features/landing/feature-grid.module.css';
import './features/landing/plans.module.css';
import './features/landing/landing.module.css';
import { animateSample } from './features/landing/animate-sample.ts';
import { connectThemeButtons } from './features/landing/connect-theme-buttons.ts';
import { preloadNextPage } from './preload-next-page.ts';

// Starts all scripts of a visitor's landing page. Its HTML is prerendered.

const preloadEvents = ['pointerover', 'focusin'] as const;

connectThemeButtons();
animateSample();
if (isSignedIn()) void loadMemberBar();
else {
  for (const link of document.querySelectorAll('a[href^="/login"], a[href^="/signup"]'))
    preloadNextPage(preloadEvents, link);
  awaitSignIn();
}

/** Reads the attribute that public/theme.js sets. */
function isSignedIn() {
  return document.documentElement.hasAttribute('data-signed-in');
}

/** Shows the member bar after a sign-in in another tab. */
function awaitSignIn() {
  const observer = new MutationObserver(() => {
    if (!isSignedIn()) return;
    observer.disconnect();
    void loadMemberBar();
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-signed-in'] });
}

/** Loads the member bar and then repeats a press on its placeholder. */
async function loadMemberBar() {
  const bar = document.getElementById('member-bar');
  if (!bar) throw new Error('landing.html has no #member-bar');
  let pressed: string | null | undefined;
  bar.addEventListener(
    'click',
    ({ target }) => {
      pressed = target instanceof Element ? target.closest('button')?.getAttribute('aria-label') : undefined;
    },
    { once: true },
  );
  const { showMemberBar } = await import('./landing-member.tsx');
  showMemberBar(bar, () => pressed && bar.querySelector<HTMLElement>(`button[aria-label^="${pressed}"]`)?.click());
}

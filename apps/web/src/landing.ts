import './styles/main.css';
import './shell/shell.css';
import './features/landing/hero.css';
import './features/landing/feature-grid.css';
import './features/landing/plans.css';
import './features/landing/landing.css';
import { moveSample } from './features/landing/sample-motion.ts';
import { switchTheme } from './features/landing/switch-theme.ts';
import { preloadNextPage } from './preload-next-page.ts';

// All that a visitor's landing page runs. The page itself is there already.

const ways = ['pointerover', 'focusin'] as const;

switchTheme();
moveSample();
if (isSignedIn()) void bringMemberBar();
else {
  for (const way of document.querySelectorAll('a[href^="/login"], a[href^="/signup"]')) preloadNextPage(ways, way);
  awaitSignIn();
}

/** As public/theme.js has marked it. */
function isSignedIn() {
  return document.documentElement.hasAttribute('data-signed-in');
}

/** Somebody may sign in in another tab: the bar is then theirs here, too. */
function awaitSignIn() {
  const observer = new MutationObserver(() => {
    if (!isSignedIn()) return;
    observer.disconnect();
    void bringMemberBar();
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-signed-in'] });
}

/** Whoever is signed in gets their bar, which a press before it came has already told what to do. */
async function bringMemberBar() {
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

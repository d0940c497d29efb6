// Runs before the first paint. Names the theme: what was chosen, else what the system asks for, also when that changes. The
// browser's bar follows, whoever names another one. And marks a page of whoever is signed in, for the bars that are there
// before any other script (landing.html, index.html).
(() => {
  /** Where the browser keeps its storage from the page, reading it throws: what is stored then lasts as long as the page. */
  const standIn = (kept = new Map()) => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, String(text)),
    removeItem: (key) => void kept.delete(key),
  });
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      if (window[name]) continue;
    } catch {
      // blocked
    }
    Object.defineProperty(window, name, { value: standIn() });
  }
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const stored = (key) => localStorage.getItem(key);
  const apply = () => {
    const theme = stored('florin-theme');
    const dark = theme === 'dark' || (theme !== 'light' && system.matches);
    root.dataset.theme = dark ? 'dark' : 'light';
    root.toggleAttribute('data-signed-in', stored('token') !== null && stored('user') !== null);
    // The layouts that are plain or of their own (src/routes.tsx).
    root.toggleAttribute('data-without-bar', /^\/(pay|confirm-email|confirm-email-change|operations)(\/|$)/.test(location.pathname));
    showMember();
  };
  /** What stands on the account button of the landing page until the menu's own code is there. */
  const showMember = () => {
    let member = {};
    try {
      member = JSON.parse(stored('user')) ?? {};
    } catch {
      // not ours, or cut short: the page finds out
    }
    const { name = '', avatar = null } = member;
    const letter = avatar === null ? (Array.from(String(name).trim())[0] ?? '').toLocaleUpperCase() : '';
    root.style.setProperty('--member-letter', JSON.stringify(letter));
    root.style.setProperty('--member-picture', avatar === null ? 'none' : `url(${JSON.stringify(avatar)})`);
  };
  // The browser's bar has a color for each theme of the system; the theme that is shown goes before it.
  const bars = [...document.querySelectorAll('meta[name="theme-color"]')];
  const [light, dark] = bars.map((bar) => bar.content);
  const colorBars = () => {
    for (const bar of bars) bar.content = root.dataset.theme === 'dark' ? dark : light;
  };
  new MutationObserver(colorBars).observe(root, { attributeFilter: ['data-theme'] });
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
})();

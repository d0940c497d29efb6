// Sets the theme and marks pages of members before the first paint.
(() => {
  // Storage that lasts as long as the page, if the browser blocks its own.
  const standIn = (kept = new Map()) => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, String(text)),
    removeItem: (key) => void kept.delete(key),
  });
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      if (window[name]) continue;
    } catch {
      // Blocked.
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
    // Pages without the bar (src/routes.tsx).
    root.toggleAttribute('data-without-bar', /^(\/b\/[^/]+)?\/(pay|confirm-email|confirm-email-change|operations)(\/|$)/.test(location.pathname));
    showMember();
  };
  // For the landing page's account button.
  const showMember = () => {
    let member = {};
    try {
      member = JSON.parse(stored('user')) ?? {};
    } catch {
      // The page reports it.
    }
    const { name = '', avatar = null } = member;
    const letter = avatar === null ? (Array.from(String(name).trim())[0] ?? '').toLocaleUpperCase() : '';
    root.style.setProperty('--member-letter', JSON.stringify(letter));
    root.style.setProperty('--member-picture', avatar === null ? 'none' : `url(${JSON.stringify(avatar)})`);
  };
  // The browser's bar follows the shown theme.
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

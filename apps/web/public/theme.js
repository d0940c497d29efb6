// Names the theme before the first paint: what was chosen, else what the system asks for, also when that changes.
(() => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = () => {
    try {
      return localStorage.getItem('florin-theme');
    } catch {
      return null; // storage is blocked: the system decides
    }
  };
  const apply = () => {
    const theme = chosen();
    const dark = theme === 'dark' || (theme !== 'light' && system.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  };
  apply();
  system.addEventListener('change', apply);
  addEventListener('storage', apply);
})();

/**
 * The error page of a whole document: for what breaks outside of any page, and so takes everything with it. It uses
 * nothing that may have broken, and its ways out load a document. `home` is a path and its name.
 */
export const showBroken =
  (home: string, name: string, place = 'root') =>
  (error: unknown): void => {
    reportError(error);
    const part = (tag: string, text: string, className = '') =>
      Object.assign(document.createElement(tag), { textContent: text, className });
    const reload = part('button', 'Reload', 'btn btn-primary');
    reload.addEventListener('click', () => location.reload());
    const way = part('a', name, 'btn btn-secondary');
    way.setAttribute('href', home);
    const page = part('main', '', 'wrap py-10 grid gap-4 justify-items-start');
    page.append(part('h1', 'This page could not be shown'), part('p', 'The mistake is ours, not yours.'), reload, way);
    document.getElementById(place)?.replaceChildren(page);
  };

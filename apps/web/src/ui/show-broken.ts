import styles from './error-screen.module.css';

/**
 * Shows an error page after an error outside all page boundaries. The page uses plain DOM, because React may be broken.
 * Both of the page's actions load a document. `home` is the path of the link, `name` its text.
 */
export const showBroken =
  (home: string, name: string, place = 'root') =>
  (error: unknown): void => {
    reportError(error);
    const part = (tag: string, text: string, className = '') =>
      Object.assign(document.createElement(tag), { textContent: text, className });
    const reload = part('button', 'Reload', 'button button-primary');
    reload.addEventListener('click', () => location.reload());
    const link = part('a', name, 'button button-secondary');
    link.setAttribute('href', home);
    const page = part('main', '', `wrap ${styles.broken}`);
    page.append(
      part('h1', 'This page can’t be displayed'),
      part('p', 'Something went wrong on our side.'),
      reload,
      link,
    );
    document.getElementById(place)?.replaceChildren(page);
  };

// A button for other websites that leads to an invoice or a payment link of this server:
//   <script src="https://…/pay-with-florin.js" async></script>
//   <florin-pay href="https://…/i/…">Pay with Florin</florin-pay>
// It loads nothing else, and needs no inline styles or scripts of the page's Content-Security-Policy.
(() => {
  const server = new URL(document.currentScript.src).origin;
  const styles = new CSSStyleSheet();
  styles.replaceSync(`
    :host { display: inline-block; }
    :host([hidden]) { display: none; }
    a {
      display: inline-flex; align-items: center; justify-content: center; gap: 0.6em;
      box-sizing: border-box; min-height: 44px; padding: 0.5em 1.15em; border-radius: 8px;
      font: 600 1rem/1.25 system-ui, sans-serif; text-decoration: none;
      background: #0b4231; color: #faf9f3; cursor: pointer;
    }
    a:hover { background: #0f5a43; }
    a:focus-visible { outline: 3px solid #ddae45; outline-offset: 2px; }
    a:not([href]) { background: #e2e0d6; color: #5b6156; cursor: not-allowed; }
    svg { width: 1.25em; height: 1.25em; flex: none; }
    path { fill: #ddae45; }
    @media (prefers-color-scheme: dark) {
      a { background: #2f8f66; color: #fff; }
      a:hover { background: #287a57; }
      a:not([href]) { background: #323a30; color: #a6ab9e; }
      path { fill: #fff; }
    }
    @media (forced-colors: active) {
      a { border: 1px solid LinkText; }
      path { fill: currentColor; }
    }
  `);

  /** Returns the page to open: an invoice or a payment link of the server that this script comes from, nothing else. */
  const pageOf = (href) => {
    if (href === null || !URL.canParse(href, server)) return undefined;
    const url = new URL(href, server);
    return url.origin === server && /^\/(i|pay)\/./.test(url.pathname) ? url.href : undefined;
  };

  const drawn = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
    return element;
  };
  const mark =
    'M10 29.75A15 15 0 1 1 28.99 8.5H10ZM14.5 12.5H30.59A15 15 0 0 1 30.92 17.5H14.5ZM14.5 21.5H29.96A15 15 0 0 1 14.5 30.92Z';

  class FlorinPay extends HTMLElement {
    static observedAttributes = ['href', 'target'];
    #link = document.createElement('a');

    constructor() {
      super();
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
      root.adoptedStyleSheets = [styles];
      const icon = drawn('svg', { viewBox: '0 0 32 32', 'aria-hidden': 'true' });
      icon.append(drawn('path', { d: mark }));
      const words = document.createElement('slot');
      words.textContent = 'Pay with Florin';
      this.#link.rel = 'noopener';
      this.#link.append(icon, words);
      root.append(this.#link);
    }

    connectedCallback() {
      this.attributeChangedCallback();
    }

    attributeChangedCallback() {
      const page = pageOf(this.getAttribute('href'));
      if (page === undefined) this.#link.removeAttribute('href');
      else this.#link.href = page;
      for (const [name, value] of [['role', 'link'], ['aria-disabled', 'true']])
        if (page === undefined) this.#link.setAttribute(name, value);
        else this.#link.removeAttribute(name);
      this.#link.target = this.getAttribute('target') === '_blank' ? '_blank' : '';
    }
  }
  if (!customElements.get('florin-pay')) customElements.define('florin-pay', FlorinPay);
})();

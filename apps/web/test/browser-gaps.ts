/** What jsdom lacks and pages call: the router scrolls on every navigation, pages to a part of theirs, and charts ask how wide they are. */
window.scrollTo = () => undefined;
Object.assign(Element.prototype, { scrollIntoView: () => undefined });

/** Nothing ever changes its size here. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** Nothing is laid out here: everything counts as seen. */
globalThis.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.#tell = tell;
  }
  observe(target: Element) {
    const nowhere = new DOMRect();
    const seen = { target, isIntersecting: true, intersectionRatio: 1, time: 0, rootBounds: null };
    this.#tell([{ ...seen, boundingClientRect: nowhere, intersectionRect: nowhere }], this);
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

/** Asked about the window's width only: `(width < 720px)`. It goes by `innerWidth`, and changes with the resize event. */
class WidthQuery extends EventTarget implements MediaQueryList {
  readonly media: string;
  readonly onchange = null;

  constructor(media: string) {
    super();
    this.media = media;
    window.addEventListener('resize', () => this.dispatchEvent(new Event('change')));
  }

  get matches() {
    return innerWidth < Number(/width < (\d+)px/.exec(this.media)?.[1]);
  }

  addListener() {}
  removeListener() {}
}

window.matchMedia ??= (media) => new WidthQuery(media);

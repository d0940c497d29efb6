// Browser APIs that jsdom lacks and the app calls: scrolling, element sizes, media queries, pointer capture and locks.

window.scrollTo = () => undefined;
Object.assign(Element.prototype, { scrollIntoView: () => undefined, setPointerCapture: () => undefined });

/** Reports nothing, because sizes never change in jsdom. */
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

/** Reports every element as visible, because jsdom has no layout. */
globalThis.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = '';
  readonly scrollMargin = '';
  readonly thresholds = [];
  readonly #callback: IntersectionObserverCallback;
  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }
  observe(target: Element) {
    const rect = new DOMRect();
    const entry = { target, isIntersecting: true, intersectionRatio: 1, time: 0, rootBounds: null };
    this.#callback([{ ...entry, boundingClientRect: rect, intersectionRect: rect }], this);
  }
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

/** Supports only width queries such as `(width < 45em)`. Follows `innerWidth` and resize events. */
class WidthQuery extends EventTarget implements MediaQueryList {
  readonly media: string;
  readonly onchange = null;

  constructor(media: string) {
    super();
    this.media = media;
    window.addEventListener('resize', () => this.dispatchEvent(new Event('change')));
  }

  get matches() {
    return innerWidth < 16 * Number(/width < (\d+)em/.exec(this.media)?.[1]);
  }

  addListener() {}
  removeListener() {}
}

window.matchMedia ??= (media) => new WidthQuery(media);

/** The Web Locks API for one document: grants exclusive locks in request order and supports stealing. */
class Locks {
  readonly #lines = new Map<string, { hold: () => Promise<unknown>; lose: (reason: unknown) => void }[]>();

  request(name: string, options: LockOptions, hold: (lock: Lock) => unknown): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const line = this.#lines.get(name) ?? [];
    this.#lines.set(name, line);
    const mine = {
      hold: async () => {
        try {
          resolve(await hold({ name, mode: 'exclusive' }));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
        this.#leave(name, mine);
      },
      lose: reject,
    };
    const aborted = () => new DOMException('aborted', 'AbortError');
    if (options.steal) line.splice(0, 1, mine)[0]?.lose(aborted());
    else line.push(mine);
    options.signal?.addEventListener('abort', () => {
      if (line[0] === mine || !line.includes(mine)) return;
      this.#leave(name, mine);
      reject(aborted());
    });
    if (line[0] === mine) void Promise.resolve().then(mine.hold);
    return promise;
  }

  #leave(name: string, mine: object) {
    const line = this.#lines.get(name) ?? [];
    const at = line.findIndex((each) => each === mine);
    if (at < 0) return;
    line.splice(at, 1);
    if (at === 0) void line[0]?.hold();
  }

  async query() {
    const entries = [...this.#lines].flatMap(([name, line]) => line.map((_, at) => ({ name, at })));
    return { held: entries.filter(({ at }) => at === 0), pending: entries.filter(({ at }) => at > 0) };
  }
}
if (!('locks' in navigator)) Object.defineProperty(navigator, 'locks', { value: new Locks() });

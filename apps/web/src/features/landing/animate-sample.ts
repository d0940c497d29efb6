/** Delay before the animation starts. */
const startDelayMs = 1_800;
const rollMs = 600;

/**
 * Animates an incoming payment in the product preview, once it is visible. The payment replaces the day's change and
 * the balance counts up. Does nothing if the visitor prefers reduced motion.
 */
export function animateSample() {
  const figure = document.querySelector<HTMLElement>('[data-rolls-to]');
  if (!figure || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    observer.disconnect();
    setTimeout(() => showPayment(figure), startDelayMs);
  });
  observer.observe(figure);
}

function showPayment(figure: HTMLElement) {
  figure.parentElement?.toggleAttribute('data-has-news', true);
  const [major, minor] = partsOf(figure);
  if (!major || !minor) return;
  const from = Number(`${major.textContent}${minor.textContent}`.replaceAll(/\D/g, ''));
  const to = Number(figure.dataset['rollsTo']);
  const startedAt = performance.now();
  const drawFrame = (now: number) => {
    const progress = Math.min(1, Math.max(0, (now - startedAt) / rollMs));
    const cents = Math.round(from + (to - from) * easeOut(progress));
    major.textContent = Math.trunc(cents / 100).toLocaleString('en');
    minor.textContent = `.${String(cents % 100).padStart(2, '0')}`;
    if (progress < 1) requestAnimationFrame(drawFrame);
  };
  requestAnimationFrame(drawFrame);
}

/** Returns the nodes of whole dollars and cents that `AmountText` renders. */
function partsOf(figure: HTMLElement): [Node | undefined, Node | undefined] {
  const { childNodes = [] } = figure.querySelector('.amount') ?? {};
  return [
    [...childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE),
    figure.querySelector('.amount-minor') ?? undefined,
  ];
}

const easeOut = (progress: number) => 1 - (1 - progress) ** 3;

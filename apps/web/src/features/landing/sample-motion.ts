/** So long the page rests first. */
const restMs = 1_800;
const rollMs = 600;

/**
 * A payment arrives in the drawn product, once, when it can be seen: its line takes the place of the day's change, and the
 * balance rolls to what it is now. For those who want no motion nothing moves.
 */
export function moveSample() {
  const figure = document.querySelector<HTMLElement>('[data-rolls-to]');
  if (!figure || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const seen = new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    seen.disconnect();
    setTimeout(() => arrive(figure), restMs);
  });
  seen.observe(figure);
}

function arrive(figure: HTMLElement) {
  figure.parentElement?.classList.add('has-news');
  const [major, minor] = partsOf(figure);
  if (!major || !minor) return;
  const from = Number(`${major.textContent}${minor.textContent}`.replaceAll(/\D/g, ''));
  const to = Number(figure.dataset['rollsTo']);
  const begun = performance.now();
  const roll = (now: number) => {
    const passed = Math.min(1, Math.max(0, (now - begun) / rollMs));
    const cents = Math.round(from + (to - from) * easeOut(passed));
    major.textContent = Math.trunc(cents / 100).toLocaleString('en');
    minor.textContent = `.${String(cents % 100).padStart(2, '0')}`;
    if (passed < 1) requestAnimationFrame(roll);
  };
  requestAnimationFrame(roll);
}

/** As AmountText sets an amount: the whole dollars, and the cents in an element of their own. */
function partsOf(figure: HTMLElement): [Node | undefined, Node | undefined] {
  const { childNodes = [] } = figure.querySelector('.amt') ?? {};
  return [
    [...childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE),
    figure.querySelector('.amt-minor') ?? undefined,
  ];
}

const easeOut = (passed: number) => 1 - (1 - passed) ** 3;

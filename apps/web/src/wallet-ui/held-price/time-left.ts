/** Formats seconds as `00:21`, rounded up. */
export function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  const two = (figure: number) => String(figure).padStart(2, '0');
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`;
}

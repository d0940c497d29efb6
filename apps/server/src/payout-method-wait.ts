const maxWaitHours = 720;

/** Long enough for the owner to read the mail about it. In the sandbox it would only be in the way. */
export function payoutMethodWaitOf(
  env: Record<string, string | undefined>,
  mode: 'sandbox' | 'live',
  problems: string[],
): number {
  const text = env['PAYOUT_METHOD_WAIT_HOURS'] || (mode === 'live' ? '24' : '0');
  const hours = Number(text);
  if (!(hours >= 0 && hours <= maxWaitHours))
    problems.push(`PAYOUT_METHOD_WAIT_HOURS is 0 to ${maxWaitHours} hours, not "${text}".`);
  return hours;
}

/** The /24 of an IPv4 address, the /64 of an IPv6 one: what one subscriber usually has. */
export function networkOf(ip: string): string {
  const v4 = v4Of(ip);
  return v4 ? v4.slice(0, 3).join('.') : groupsOf(ip).slice(0, 4).join(':');
}

/** `203.0.113.x`, `2001:db8:0:x`: enough to know a network again. */
export function maskedNetwork(ip: string): string {
  const v4 = v4Of(ip);
  return `${v4 ? v4.slice(0, 3).join('.') : groupsOf(ip).slice(0, 3).join(':')}${v4 ? '.' : ':'}x`;
}

/** Also of one that is written as IPv6. */
function v4Of(ip: string): string[] | undefined {
  const text = ip.replace(/^::ffff:/i, '');
  return text.includes('.') ? text.split('.') : undefined;
}

const groupsInAll = 8;

/** All eight groups: `::` stands for as many zeros as are missing. */
function groupsOf(ip: string): string[] {
  const [head = [], tail = []] = ip.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const missing = Math.max(groupsInAll - head.length - tail.length, 0);
  return [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
}

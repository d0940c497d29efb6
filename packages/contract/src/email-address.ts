/** The maximum octets of a local part and of a whole address (RFC 5321, section 4.5.3.1). */
const [localMaximum, addressMaximum] = [64, 254];

/** A dot-string of RFC 5321. Quoted local parts are rejected. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** At least two labels, as in HTML's `input type=email`. */
const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])$/;

/** Letters, marks and digits of any script, and the characters that IDNA treats as dots (UTS 46). */
const internationalDomain = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;

/**
 * Returns the canonical form of an email address: trimmed, in lower case, with an international domain as A-labels
 * (`user@xn--bcher-kva.example` for `User@Bücher.example`). Returns undefined for invalid addresses. Browser and server
 * share this function, so both accept the same addresses.
 */
export function canonicalEmail(text: string): string | undefined {
  const written = text.trim();
  const at = written.lastIndexOf('@');
  const local = written.slice(0, Math.max(at, 0)).toLowerCase();
  const host = asciiDomain(written.slice(at + 1));
  if (!localPart.test(local) || local.length > localMaximum || host === undefined || !domain.test(host))
    return undefined;
  const address = `${local}@${host}`;
  return address.length > addressMaximum ? undefined : address;
}

/** Converts a domain to ASCII with the platform's IDNA, which browsers and the server share. */
function asciiDomain(written: string): string | undefined {
  const lower = written.toLowerCase();
  if (!internationalDomain.test(lower)) return undefined;
  const isPlain = /^[\da-z.-]*$/.test(lower) && !/(^|\.)xn--/.test(lower);
  if (isPlain) return lower;
  const url = `http://${lower}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

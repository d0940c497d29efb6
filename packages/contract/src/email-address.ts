/** Of a local part and of a whole address, in octets (RFC 5321, section 4.5.3.1). */
const [localMaximum, addressMaximum] = [64, 254];

/** A dot-string of RFC 5321: what mail programs give out. A quoted local part is not taken. */
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/;

/** The labels of HTML's `input type=email`, at least two of them. */
const domain = /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,58}[a-z\d])$/;

/** Letters, marks and digits of any script, and the dots that IDNA reads as one (UTS 46). */
const internationalDomain = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;

/**
 * Returns the one way in which an email address is written: small letters, an international domain as its A-labels
 * (`user@xn--bcher-kva.example` for `User@Bücher.example`), nothing around it. Returns undefined for what is no address.
 * The browser and the server read with this, so that both take the same.
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

/** The platform's own IDNA, the same in browsers and on the server. */
function asciiDomain(written: string): string | undefined {
  const lower = written.toLowerCase();
  if (!internationalDomain.test(lower)) return undefined;
  const isPlain = /^[\da-z.-]*$/.test(lower) && !/(^|\.)xn--/.test(lower);
  if (isPlain) return lower;
  const url = `http://${lower}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

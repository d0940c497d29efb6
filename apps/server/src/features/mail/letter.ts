type Letter = { readonly body: string; readonly link: string | null };

const signature = 'Florin';

/** A mail's text: its paragraphs, the link on a line of its own, and who it is from. */
export const asText = ({ body, link }: Letter) => [body, ...(link === null ? [] : [link]), signature].join('\n\n');

/** The same for programs that show HTML. Styles are written out, because mail programs drop style sheets. */
export function asHtml({ body, link }: Letter): string {
  const paragraphs = body.split(/\n{2,}/).map((text) => `<p>${escaped(text).replaceAll('\n', '<br>')}</p>`);
  const address = link === null ? '' : `<p><a href="${escaped(link)}" style="${linkStyle}">${escaped(link)}</a></p>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><body style="${pageStyle}">${paragraphs.join('')}${address}<p>${signature}</p></body></html>`;
}

const pageStyle =
  'margin:0 auto;max-width:560px;padding:32px 24px;font:16px/1.5 system-ui,-apple-system,sans-serif;color:#1c211b';
const linkStyle = 'color:#1f5f3f;word-break:break-all';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

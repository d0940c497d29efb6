import { reasonOf, withBrand, type Letter, type Letterhead, type MailFact } from './letter.ts';

/**
 * Returns a mail as HTML: logo, heading, text, facts, button, and the reason for the mail. The styles are inline,
 * because some mail programs drop style sheets. The style sheet only sets the colors of dark mode. The page loads
 * nothing from the network.
 *
 * @param logo the address of the logo: `cid:…` in a mail, `data:…` on a page. Undefined: only the name
 */
export function asHtml(letter: Letter, head: Letterhead, logo: string | undefined): string {
  const { subject, link } = letter;
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escaped(subject)}</title><style>${darkSheet}</style></head>`,
    `<body class="page" style="margin:0;padding:0;${font};background:#f6f5f0;color:#131810">`,
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">',
    '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:576px">',
    row(letterheadOf(logo), 'padding:0 8px 16px'),
    '<tr><td class="sheet" style="background:#ffffff;border-radius:12px;padding:28px 24px 24px">',
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;overflow-wrap:anywhere" dir="auto">${escaped(subject)}</h1>`,
    paragraphsOf(letter),
    factsOf(letter.extras?.facts ?? []),
    link === null ? '' : buttonOf(link, letter.extras?.button ?? 'Open {{brand}}'),
    '</td></tr>',
    row(footerOf(letter, head), 'padding:16px 8px 0'),
    '</table></td></tr></table></body></html>',
  ].join('');
  return withBrand(html, { brand: escaped(head.brand) });
}

const font = `font-family:'Instrument Sans',-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px`;

const darkSheet = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.page{background:#10150f!important;color:#eef0e8!important}',
  '.sheet{background:#1a2019!important}',
  '.quiet,.quiet a,.label{color:#a6ab9e!important}',
  '.plain{color:#8fd0ae!important}',
  '.line{border-color:#323a30!important}',
  '.button{background:#2f8f66!important}.button a{color:#ffffff!important}',
  '}',
].join('');

const row = (content: string, style: string) => `<tr><td style="${style}">${content}</td></tr>`;

const letterheadOf = (logo: string | undefined) =>
  (logo === undefined
    ? ''
    : `<img src="${escaped(logo)}" width="32" height="32" alt="" style="vertical-align:middle;border:0;border-radius:7px"> `) +
  '<span style="vertical-align:middle;font-size:20px;font-weight:600;padding-left:6px">{{brand}}</span>';

/** Leaves out a paragraph that repeats the heading or only introduces the button. */
const paragraphsOf = ({ subject, body, extras }: Letter) =>
  body
    .split(/\n{2,}/)
    .filter((text) => text !== `${subject}.` && text !== `${extras?.button}:`)
    .map(
      (text) =>
        `<p style="margin:0 0 16px;overflow-wrap:anywhere" dir="auto">${escaped(text).replaceAll('\n', '<br>')}</p>`,
    )
    .join('');

function factsOf(facts: readonly MailFact[]): string {
  if (facts.length === 0) return '';
  const cell = 'padding:9px 0;border-top:1px solid #e2e0d6;vertical-align:top';
  const rows = facts.map(
    ([label, value]) =>
      `<tr><td class="line label" style="${cell};color:#5b6156;padding-right:16px;white-space:nowrap">${escaped(label)}</td>` +
      `<td class="line" align="right" style="${cell};font-variant-numeric:tabular-nums;overflow-wrap:anywhere" dir="auto">${escaped(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-collapse:collapse">${rows.join('')}</table>`;
}

/** Shows the link as text too, for mail programs in which the button does not work. */
const buttonOf = (link: string, label: string) =>
  '<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 16px"><tr>' +
  `<td class="button" style="background:#0b4231;border-radius:8px"><a href="${escaped(link)}" target="_blank" rel="noopener" style="display:inline-block;padding:12px 22px;color:#faf9f3;text-decoration:none;font-weight:600">${escaped(label)}</a></td></tr></table>` +
  `<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:#5b6156">If the button does not work, open this link:<br>` +
  `<a class="plain" href="${escaped(link)}" target="_blank" rel="noopener" style="color:#0c5a41;overflow-wrap:anywhere;word-break:break-all">${escaped(link)}</a></p>`;

const footerOf = (letter: Letter, head: Letterhead) =>
  `<p class="quiet" style="margin:0 0 8px;font-size:13px;line-height:20px;color:#5b6156;overflow-wrap:anywhere">${escaped(reasonOf(letter, head))}</p>` +
  `<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:#5b6156">Help: <a href="mailto:${escaped(head.supportEmail)}" style="color:#5b6156">${escaped(head.supportEmail)}</a></p>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

import { formatAmount } from '@florin/money';
import { reasonText } from '@florin/bank-files';
import type { CaughtMail } from './caught-mails.ts';
import type { AskedPayment, PaymentFile, RehearsalBank } from './rehearsal-bank.ts';

type Shown = {
  readonly bank: RehearsalBank;
  readonly mails: readonly CaughtMail[];
  /** The address of Florin. */
  readonly florin: string;
  /** The result of the last press of a button, or the reason why it did nothing. */
  readonly said: string | undefined;
};

/** Why banks reject or return payments, most frequent first. */
const reasons = ['AC01', 'AC04', 'AC06', 'AM04', 'MD07', 'RR04'] as const;

/** Returns the page of the pretended bank, with the actions of a customer, the bank and a mail server. */
export function bankPage({ bank, mails, florin, said }: Shown): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Pretended bank</title><link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><h1>Pretended bank</h1><p>No real money. Florin runs at <a href="${florin}" target="_blank">${florin}</a>.</p></header>
${said === undefined ? '' : `<p role="status">${escaped(said)}</p>`}
<main>
${section('Accounts', accounts(bank))}
${section('Pay in', transferForm(bank))}
${section('Payment files from Florin', files(bank))}
${section('Charge the customer', chargeForm(bank))}
${section('Make a member an operator', operatorForm)}
</main>
${section('Mails', mailList(mails))}
</body>
</html>
`;
}

const section = (title: string, content: string) =>
  `<section aria-label="${title}"><h2>${title}</h2>${content}</section>`;

const accounts = (bank: RehearsalBank) =>
  `<table><thead><tr><th>Account</th><th>Number</th><th class="figure">Balance</th></tr></thead><tbody>${bank.books
    .map(
      ({ account, balance }) =>
        `<tr><td>${escaped(account.id)}</td><td>${escaped(inGroups(account.iban) ?? account.account_number ?? '')}</td>` +
        `<td class="figure">${formatAmount(balance)}</td></tr>`,
    )
    .join('')}</tbody></table>`;

/** Prints an IBAN in groups of four characters, so that it can break across lines. */
const inGroups = (iban: string | undefined) => iban?.replaceAll(/.{4}(?=.)/g, '$& ');

const accountChoice = (bank: RehearsalBank, label: 'To' | 'From') =>
  `<label>${label}<select name="account">${bank.books
    .map(({ account: { id } }) => `<option>${escaped(id)}</option>`)
    .join('')}</select></label>`;

const transferForm = (bank: RehearsalBank) =>
  `<form method="post" action="/transfers">${accountChoice(bank, 'To')}${field('Amount', 'amount', 'required inputmode="decimal"')}` +
  `${field('Payer', 'payer', 'placeholder="Ada Example"')}` +
  `${field('Payer’s account', 'payer_account', 'placeholder="DE89 3704 0044 0532 0130 00"')}` +
  `${field('Text, such as the payment reference', 'text', '')}<button>Transfer</button></form>`;

const chargeForm = (bank: RehearsalBank) =>
  `<form method="post" action="/charges">${accountChoice(bank, 'From')}${field('Amount', 'amount', 'required inputmode="decimal"')}<button>Charge</button></form>`;

const field = (label: string, name: string, more: string) => `<label>${label}<input name="${name}" ${more}></label>`;

const operatorForm = `<form method="post" action="/operators">${field('Email', 'email', 'type="email" required')}<button>Make operator</button></form>`;

function files(bank: RehearsalBank): string {
  if (bank.files.length === 0) return '<p>None yet. A file appears after two operators have approved a batch.</p>';
  return bank.files.map(paymentFile).join('');
}

const paymentFile = (file: PaymentFile) =>
  `<article><h3>${escaped(file.name)}</h3>${
    file.payments.some(({ state }) => state === 'asked')
      ? `<form method="post" action="/files/pay"><input type="hidden" name="file" value="${escaped(file.name)}"><button>Pay all</button></form>`
      : ''
  }<ul>${file.payments.map((one) => payment(file, one)).join('')}</ul></article>`;

function payment({ name }: PaymentFile, { id, amount, receiver, receiverAccount, state }: AskedPayment): string {
  const action = state === 'asked' ? 'reject' : state === 'paid' ? 'send-back' : undefined;
  const form =
    action === undefined
      ? ''
      : `<form method="post" action="/files/${action}"><input type="hidden" name="file" value="${escaped(name)}">` +
        `<input type="hidden" name="payment" value="${escaped(id)}"><label class="inline">Reason<select name="reason">` +
        `${reasons.map((code) => `<option value="${code}">${code} ${escaped(reasonText(code) ?? '')}</option>`).join('')}</select></label>` +
        `<button class="quiet">${action === 'reject' ? 'Reject' : 'Send back'}</button></form>`;
  return `<li><b>${formatAmount(amount)}</b> to ${escaped(receiver)}, ${escaped(receiverAccount)}: <em>${state}</em>${form}</li>`;
}

function mailList(mails: readonly CaughtMail[]): string {
  if (mails.length === 0) return '<p>None yet.</p>';
  return `<ol>${mails
    .map(
      ({ to, subject, text, link, at }) =>
        `<li><details><summary>${escaped(subject)} <small>to ${escaped(to)}, ${at.toISOString().slice(11, 19)}</small></summary>` +
        `<pre>${escaped(text)}</pre></details>${link === undefined ? '' : `<a href="${escaped(link)}" target="_blank">Open the link</a>`}</li>`,
    )
    .join('')}</ol>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character] ?? '');

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 68rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
main { columns: 24rem; column-gap: 1rem; } @media (min-width: 52rem) { main { margin-bottom: 1rem; } }
section { border: 1px solid light-dark(#d9d6cf, #3b3a37); border-radius: 12px; padding: 1rem 1.25rem; margin-bottom: 1rem; break-inside: avoid; overflow-wrap: anywhere; }
h1, h2, h3 { margin: 0 0 .5rem; line-height: 1.25; } h1 { font-size: 1.6rem; } h2 { font-size: 1.1rem; } h3 { font-size: 1rem; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: .25rem .5rem .25rem 0; } th, td:first-child, .figure { white-space: nowrap; overflow-wrap: normal; } .figure { text-align: right; font-variant-numeric: tabular-nums; }
form { display: grid; gap: .6rem; } label { display: grid; gap: .2rem; font-size: .9rem; }
input, select, button { font: inherit; padding: .5rem .7rem; border-radius: 8px; border: 1px solid light-dark(#b9b5ab, #5a5852); max-width: 100%; min-width: 0; } ::placeholder { color: light-dark(#6b675e, #b3aea3); opacity: 1; }
button { justify-self: start; background: light-dark(#1c1a17, #f4f1ea); color: light-dark(#fff, #1c1a17); border: 0; cursor: pointer; } button.quiet { background: none; color: inherit; border: 1px solid; }
ul, ol { padding-left: 1.1rem; margin: .5rem 0 0; } li { margin-bottom: .75rem; } pre { white-space: pre-wrap; } [role=status] { padding: .75rem 1rem; border-radius: 8px; background: light-dark(#eef3ea, #26301f); }
`;

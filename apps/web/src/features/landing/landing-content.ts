import { planTitles, samplePayment, type PlanName } from '@florin/contract';
import { amountOf } from '@florin/money';

// All figures and claims of the landing page. The build renders the page once, so the server writes the configurable
// figures, such as {{send.fee}} (policyFigures in packages/contract).

export const claims = {
  users: '50M+',
  dailyVolume: '$2B+',
  countries: '200+',
  coins: '170+',
} as const;

export const statistics = [
  { figure: claims.users, label: 'Users' },
  { figure: claims.dailyVolume, label: 'Daily volume' },
  { figure: claims.countries, label: 'Countries' },
  { figure: claims.coins, label: 'Cryptocurrencies' },
] as const;

export const steps = [
  { title: 'Sign up with an email', text: 'Name, email and password. No card.' },
  { title: 'Complete KYC identity verification', text: 'An ID and a selfie raise your limits.' },
  { title: 'Send money and trade crypto', text: 'See the fee and total as you type.' },
] as const;

export type Plan = {
  id: PlanName;
  name: string;
  /** Whether the plan costs money. */
  isPaid: boolean;
  purchaseLimit: string;
};

export const plans: readonly Plan[] = (['personal', 'pro', 'business'] as const).map((id) => ({
  id,
  name: planTitles[id],
  isPaid: id !== 'personal',
  purchaseLimit: `{{${id}.limit.title}}`,
}));

export const planFees = [
  { label: 'Send and receive', fee: '{{send.fee}} to send' },
  { label: 'Buy and sell crypto', fee: '{{buy.fee}} and {{sell.fee}}' },
] as const;

// Sample data of the product preview. The account does not exist.

export const sample = {
  totalBalance: amountOf('USD', 4_498_763n),
  changeToday: '1.38',
  /** The animated incoming payment and the balance after it. */
  arrival: { from: 'Amara Nwosu', amount: amountOf('USD', 12_500n), totalBalance: amountOf('USD', 4_511_263n) },
  days: ['Sep 24', 'Oct 4', 'Oct 14', 'Today'],
  recipient: { name: 'Jonas Weber', email: 'jonas.weber@example.com' },
  payment: samplePayment,
  received: { from: 'Amara Nwosu', note: 'Invoice 2041', amount: amountOf('EUR', 125_000n) },
  sentNote: 'Studio rent, share',
  rates: [
    { from: '1 USD', to: '0.9200 EUR' },
    { from: '1 USD', to: '0.7900 GBP' },
    { from: '1 USD', to: '149.5000 JPY' },
  ],
} as const;
